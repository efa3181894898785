// What each request does to an instance in each state, with the exact response.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InstanceState } from '#contract/instance-states.ts'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

interface Answer {
  status: number
  error_code?: string
  message?: string
  /** The state right after the request. */
  after?: InstanceState
}

const accepted = (after: InstanceState): Answer => ({ status: 202, after })
const refused = (message: string): Answer => ({ status: 400, error_code: 'InvalidRequest', message })
const conflict = (message: string): Answer => ({ status: 409, error_code: 'Conflict', message })
const deleted: Answer = { status: 204 }
const fine: Answer = { status: 200 }

const finishStopping = conflict('instance must finish stopping before it can be started')
const notStopped = (s: string) => conflict(`instance is in state ${s} but it must be stopped to be started`)
const running = refused('cannot delete instance: instance is running or has not yet fully stopped')
const cannotChange = (s: string) => refused(`instance state cannot be changed from state "${s}"`)
const resize = conflict('instance must be stopped to be resized')
const boot = conflict('instance must be stopped to set boot disk')
const noServer = (s: string) => refused(`instance is ${s} and has no active serial console server`)
const noConsole = (s: string) => refused(`cannot connect to serial console of instance in state "${s}"`)

type Request = 'start' | 'stop' | 'reboot' | 'delete' | 'resize' | 'boot disk' | 'unchanged' | 'policy' | 'console'

const table: Partial<Record<InstanceState, Record<Request, Answer>>> = {
  creating: {
    start: notStopped('creating'),
    stop: refused('cannot change instance state while it is still being created'),
    reboot: refused('cannot reboot an instance in state creating with no VMM'),
    delete: refused('instance cannot be deleted in state "creating"'),
    resize: fine,
    'boot disk': fine,
    unchanged: fine,
    policy: fine,
    console: noServer('creating'),
  },
  starting: {
    start: accepted('starting'),
    stop: accepted('stopping'),
    reboot: cannotChange('starting'),
    delete: running,
    resize,
    'boot disk': boot,
    unchanged: fine,
    policy: fine,
    console: noConsole('starting'),
  },
  running: {
    start: accepted('running'),
    stop: accepted('stopping'),
    reboot: accepted('rebooting'),
    delete: running,
    resize,
    'boot disk': boot,
    unchanged: fine,
    policy: fine,
    console: fine,
  },
  stopping: {
    start: finishStopping,
    stop: accepted('stopping'),
    reboot: cannotChange('stopping'),
    delete: running,
    resize,
    'boot disk': boot,
    unchanged: fine,
    policy: fine,
    console: noConsole('stopping'),
  },
  stopped: {
    start: accepted('starting'),
    stop: accepted('stopped'),
    reboot: refused('cannot reboot an instance in state stopped with no VMM'),
    delete: deleted,
    resize: fine,
    'boot disk': fine,
    unchanged: fine,
    policy: fine,
    console: noServer('stopped'),
  },
  rebooting: {
    start: accepted('rebooting'),
    stop: accepted('stopping'),
    reboot: accepted('rebooting'),
    delete: running,
    resize,
    'boot disk': boot,
    unchanged: fine,
    policy: fine,
    console: fine,
  },
  migrating: {
    start: accepted('migrating'),
    stop: accepted('stopping'),
    reboot: cannotChange('migrating'),
    delete: running,
    resize,
    'boot disk': boot,
    unchanged: fine,
    policy: fine,
    console: fine,
  },
  failed: {
    start: accepted('starting'),
    stop: accepted('stopped'),
    reboot: refused('instance state cannot be changed from failed'),
    delete: deleted,
    resize: fine,
    'boot disk': fine,
    unchanged: fine,
    policy: fine,
    console: noServer('failed'),
  },
}

const requests = Object.keys(table.stopped!) as Request[]

eachDatabase((_name, open) => {
  let world: Compute
  const subjects = new Map<string, { id: string; disk: string }>()
  const subject = (state: InstanceState, request: Request) => subjects.get(`${state} ${request}`)!
  const idsOf = (...states: InstanceState[]) =>
    states.flatMap((state) => requests.map((request) => subject(state, request).id))

  /** One instance per pair. Time passes only while they boot; after that, instances in transition stay there. */
  beforeAll(async () => {
    world = await makeCompute(await open())
    const make = async (state: InstanceState, start: boolean) => {
      for (const request of requests)
        subjects.set(`${state} ${request}`, await makeSubject(world, state, request, start))
    }
    for (const state of ['running', 'rebooting', 'stopping', 'migrating', 'failed'] as const) await make(state, true)
    for (const id of idsOf('failed')) await world.reach(id, 'failed')
    for (const id of idsOf('running', 'rebooting', 'stopping', 'migrating')) await world.reach(id, 'running')
    for (const id of idsOf('rebooting')) await world.act(id, 'reboot')
    for (const id of idsOf('stopping')) await world.act(id, 'stop')
    await make('starting', true)
    await make('stopped', false)
    await make('creating', false)
    // nothing produces these states today, so they are written to the table
    for (const run_state of ['creating', 'migrating'] as const)
      await world.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ run_state }).where('id', 'in', idsOf(run_state)).execute(),
      )
  })

  describe.each(Object.keys(table) as InstanceState[])('an instance that is %s', (state) => {
    test.each(requests)('%s', async (request) => {
      const { status, error_code, message, after } = table[state]![request]
      const { id, disk } = subject(state, request)
      expect((await world.view(id)).run_state).toBe(state)
      const reply = await send(world, request, id, disk)
      expect({ status: reply.status, ...reply.body }).toMatchObject({
        status,
        ...(message !== undefined && { error_code, message }),
        ...(after !== undefined && { run_state: after }),
      })
      const reread = await world.admin.raw('GET', `/v1/instances/${id}`)
      if (status === 204) expect(reread.status).toBe(404)
      else expect(reread.body.run_state).toBe(after ?? state)
      expect(world.errors).toEqual([])
    })
  })
})

async function makeSubject(world: Compute, state: InstanceState, request: Request, start: boolean) {
  const name = `${state === 'failed' ? 'refuses-to-start' : state}-${request.replace(' ', '-')}`
  const source = { type: 'blank', block_size: 512 }
  const create = (disk: string) => ({ type: 'create', name: disk, description: '', size: GIB, disk_source: source })
  const disks = { boot_disk: create(`${name}-0`), disks: [create(`${name}-1`)] }
  const { id } = await world.make(name, { ...disks, auto_restart_policy: 'never', start })
  return { id, disk: `${name}-1` }
}

async function send(world: Compute, request: Request, id: string, disk: string) {
  const { boot_disk_id } = await world.view(id)
  const same = { ncpus: 1, memory: GIB, boot_disk: boot_disk_id, auto_restart_policy: 'never' }
  const put = (changes: object) => world.admin.raw('PUT', `/v1/instances/${id}`, { ...same, ...changes })
  switch (request) {
    case 'start':
    case 'stop':
    case 'reboot':
      return world.act(id, request)
    case 'delete':
      return world.admin.raw('DELETE', `/v1/instances/${id}`)
    case 'resize':
      return put({ ncpus: 2 })
    case 'boot disk':
      return put({ boot_disk: disk })
    case 'unchanged':
      return put({})
    case 'policy':
      return put({ auto_restart_policy: null })
    case 'console':
      return world.admin.raw('GET', `/v1/instances/${id}/serial-console?from_start=0`)
  }
}
