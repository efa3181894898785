// Authorization test cases for instances.
import { SLED_ID } from '../compute.ts'
import type { instanceFailure } from '#contract/instance-failure.ts'
import type { instanceClone } from '#contract/instance-clone.ts'
import type { instanceIdentity } from '#contract/instance-identity.ts'
import type { instanceGuest } from '#contract/instance-guest.ts'
import type { instanceMachine } from '#contract/instance-machine.ts'
import type { instanceSize } from '#contract/instance-size.ts'
import type { instance as operations } from '#contract/instance.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

const POOL = 'for-instances'
const body = (name: string) => ({ name, description: '', hostname: name, ncpus: 1, memory: 2 ** 30, start: false })

/** Instances need addresses, so the silo gets a default pool if it has none. */
export async function withPool(w: Prepared): Promise<void> {
  const pools = (await w.owner.raw('GET', '/v1/ip-pools')).body.items as { is_default: boolean }[]
  if (pools.some((pool) => pool.is_default)) return
  await must(w.operator, 'POST', '/v1/system/ip-pools', { name: POOL, description: '' })
  const range = { first: '10.210.0.1', last: '10.210.0.250' }
  await must(w.operator, 'POST', `/v1/system/ip-pools/${POOL}/ranges/add`, range)
  await must(w.operator, 'POST', `/v1/system/ip-pools/${POOL}/silos`, { silo: w.silo.id, is_default: true })
}

/** Stopped, in `w.project`. */
export async function makeInstance(w: Prepared): Promise<Named> {
  await withPool(w)
  return must(w.owner, 'POST', `/v1/instances?project=${w.project.name}`, body(w.fresh('instance')))
}

/** The world's loops do not run, so nothing boots: the state is written directly. */
export async function makeRunning(w: Prepared): Promise<Named> {
  const made = await makeInstance(w)
  const { db, machines } = w.world.host
  const spec = {
    ...made,
    hostname: made.name,
    sled_id: SLED_ID,
    generation: 0,
    architecture: 'x86_64' as const,
    ncpus: 1,
    memory: 2 ** 30,
  }
  await machines.ensure({ ...spec, disks: [], nics: [], user_data: '', ssh_public_keys: [] })
  await db.transaction((tx) =>
    tx.updateTable('instance').set({ run_state: 'running', sled_id: SLED_ID }).where('id', '=', made.id).execute(),
  )
  return made
}

async function makeClone(w: Prepared): Promise<Named> {
  const { id } = await makeInstance(w)
  return must(w.owner, 'POST', `/rackwright/instances/${id}/clone`, { name: w.fresh('clone') })
}

const atClone = ({ id }: Named) => ({ path: { clone: id }, hidden: `instance-clone with id "${id}"` })
export const atInstance = (made: Named) => ({ path: { instance: made.id }, hidden: `instance with id "${made.id}"` })
const at = (_: Prepared, made: Named) => atInstance(made)
const inWeb = (w: Prepared) => ({
  query: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})

type Others =
  | keyof typeof instanceFailure
  | keyof typeof instanceClone
  | keyof typeof instanceIdentity
  | keyof typeof instanceSize
  | keyof typeof instanceGuest
  | keyof typeof instanceMachine
  | 'instance_ssh_public_key_list'

export const instance: Cases<keyof typeof operations | Others> = {
  instance_list: row({ rule: inProject('viewer'), call: inWeb }),
  instance_create: row({
    rule: inProject('collaborator'),
    make: withPool,
    call: (w) => ({ ...inWeb(w), body: body(w.fresh('instance')) }),
  }),
  instance_view: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
  instance_update: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (_, made) => ({ ...atInstance(made), body: { ncpus: 2, memory: 2 ** 30 } }),
  }),
  instance_delete: row({ rule: inProject('collaborator'), make: makeInstance, call: at }),
  instance_start: row({ rule: inProject('collaborator'), make: makeInstance, call: at }),
  instance_stop: row({ rule: inProject('collaborator'), make: makeRunning, call: at }),
  instance_reboot: row({ rule: inProject('collaborator'), make: makeRunning, call: at }),
  instance_identity_view: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
  instance_identity_update: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (w, made) => ({ ...atInstance(made), body: { name: w.fresh('renamed'), notes: 'Restart weekly' } }),
  }),
  instance_resize: row({
    rule: inProject('collaborator'),
    make: makeRunning,
    call: (_, made) => ({ ...atInstance(made), body: { ncpus: 2, memory: 2 ** 30 } }),
  }),
  instance_clone_list: row({ rule: inProject('viewer'), call: inWeb }),
  instance_clone_create: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (w, made) => ({ ...atInstance(made), body: { name: w.fresh('clone') } }),
  }),
  instance_clone_view: row({ rule: inProject('viewer'), make: makeClone, call: (_, made) => atClone(made) }),
  instance_clone_delete: row({ rule: inProject('collaborator'), make: makeClone, call: (_, made) => atClone(made) }),
  instance_failure_view: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
  instance_guest_view: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
  instance_machine_view: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
  instance_force_stop: row({ rule: inProject('collaborator'), make: makeRunning, call: at }),
  instance_ssh_public_key_list: row({ rule: inProject('viewer'), make: makeInstance, call: at }),
}
