// Authorization test cases for protection policies.
import type { instanceRollback } from '#contract/instance-rollback.ts'
import type { protectionPolicy as operations } from '#contract/protection-policy.ts'
import { instanceBody } from '../compute.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { inWeb } from './disk.ts'
import { atInstance, makeInstance, withPool } from './instance.ts'
import { diskBody } from '../storage.ts'
import { makeSnapshot } from './snapshot.ts'

const body = (w: Prepared) => ({
  name: w.fresh('policy'),
  description: '',
  schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
  keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
  // nothing has this label, so that a run ends at once
  covers: { kind: 'label', label: 'nowhere' },
})
const make = (w: Prepared) => must(w.owner, 'POST', '/rackwright/protection-policies?project=web', body(w))
const at = ({ id }: Named) => ({ path: { policy: id }, hidden: `protection-policy with id "${id}"` })

/** As a run leaves it. */
async function makePoint(w: Prepared, resource_id = w.world.host.random.uuid()): Promise<Named> {
  // a project has room for few policies, and points outlive theirs
  const [policy_id, policy_name] = [w.world.host.random.uuid(), w.fresh('policy')]
  const { id: project_id } = w.project
  const { silo_id } = await w.world.host.db.read
    .selectFrom('project')
    .select('silo_id')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const now = w.world.host.clock.now().toISOString()
  const point = {
    id: w.world.host.random.uuid(),
    project_id,
    silo_id,
    run_id: w.world.host.random.uuid(),
    policy_id,
    policy_name,
    resource_id,
    noun: 'instance' as const,
    is_kept: false,
    time_taken: now,
    time_created: now,
  }
  await w.world.host.db.transaction((tx) => tx.insertInto('recovery_point').values(point).execute())
  return { id: point.id, name: policy_name }
}

/** Makes a point of an instance with one disk. */
async function makeInstancePoint(w: Prepared): Promise<Point> {
  await withPool(w)
  const made = await must(w.owner, 'POST', `/v1/instances?project=${w.project.name}`, {
    ...instanceBody(w.fresh('instance')),
    disks: [{ type: 'create', ...diskBody(w.fresh('disk')) }],
  })
  const point = await makePoint(w, made.id)
  const { db, random } = w.world.host
  const disk = await db.read.selectFrom('disk').selectAll().where('instance_id', '=', made.id).executeTakeFirstOrThrow()
  const { project_id, silo_id, size, block_size } = disk
  const now = w.world.host.clock.now().toISOString()
  const snapshot = {
    id: random.uuid(),
    name: w.fresh('snapshot'),
    description: '',
    disk_id: disk.id,
    project_id,
    silo_id,
    size,
    block_size,
    state: 'ready' as const,
    point_id: point.id,
    time_created: now,
    time_modified: now,
  }
  await db.transaction((tx) => tx.insertInto('snapshot').values(snapshot).execute())
  return { ...point, instance: made }
}

type Point = Named & { instance: Named }

async function makeRollback(w: Prepared): Promise<Named> {
  const { id, instance } = await makeInstancePoint(w)
  return must(w.owner, 'POST', `/rackwright/instances/${instance.id}/rollback`, { point_id: id })
}

const atRollback = ({ id }: Named) => ({ path: { rollback: id }, hidden: `instance-rollback with id "${id}"` })

export const protectionPolicy: Cases<keyof typeof operations | keyof typeof instanceRollback> = {
  protection_policy_list: row({ rule: inProject('viewer'), call: inWeb }),
  protection_policy_create: row({
    rule: inProject('collaborator'),
    call: (w) => ({ ...inWeb(w), body: body(w) }),
  }),
  protection_policy_view: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  protection_policy_update: row({
    rule: inProject('collaborator'),
    make,
    call: (_, made) => ({ ...at(made), body: { description: 'nightly' } }),
  }),
  protection_policy_delete: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
  protection_policy_run: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
  protection_run_list: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  protection_overview_view: row({ rule: inProject('viewer'), call: inWeb }),
  recovery_point_list: row({
    rule: inProject('viewer'),
    make: makeInstance,
    call: (_, { id }: Named) => ({ path: { instance: id }, hidden: `instance with id "${id}"` }),
  }),
  recovery_point_restore: row({
    rule: inProject('collaborator'),
    make: makeInstancePoint,
    call: (w, { id }: Named) => ({
      path: { point: id },
      body: { name: w.fresh('restored') },
      hidden: `recovery-point with id "${id}"`,
    }),
  }),
  instance_rollback_list: row({ rule: inProject('viewer'), call: inWeb }),
  instance_rollback_create: row({
    rule: inProject('collaborator'),
    make: makeInstancePoint,
    call: (_, { id, instance }: Point) => ({ ...atInstance(instance), body: { point_id: id } }),
  }),
  instance_rollback_view: row({ rule: inProject('viewer'), make: makeRollback, call: (_, made) => atRollback(made) }),
  instance_rollback_delete: row({
    rule: inProject('collaborator'),
    make: makeRollback,
    call: (_, made) => atRollback(made),
  }),
  recovery_point_update: row({
    rule: inProject('collaborator'),
    make: (w) => makePoint(w),
    call: (_, { id }: Named) => ({
      path: { point: id },
      body: { is_kept: true },
      hidden: `recovery-point with id "${id}"`,
    }),
  }),
  snapshot_origin_view: row({
    rule: inProject('viewer'),
    make: makeSnapshot,
    call: (_, { id }: Named) => ({ path: { snapshot: id }, hidden: `snapshot with id "${id}"` }),
  }),
}
