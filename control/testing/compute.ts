// A world for instances: a project, an address pool, running loops. Virtual time passes while waiting.
import { expect } from 'vitest'
import type { Wire } from '#contract/api.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import type { Host } from '../frame/context.ts'
import type { Database } from '../db/database.ts'
import { tables } from '../db/schema.ts'
import { UNDER_WAY } from '../compute/instance-rollback/find-rollback.ts'
import { decide } from '../reconcile/instance-decision.ts'
import { makeWorld, type Person, type Reply, type World } from './world.ts'

export const GIB = 2 ** 30
export type Instance = Wire<'Instance'>

export interface Compute extends World {
  /** A call that must succeed. */
  ok(method: string, path: string, body?: unknown, as?: Person): Promise<Reply['body']>
  /** Stopped by default, with 1 vCPU and 1 GiB, in project web. */
  make(name: string, more?: Record<string, unknown>): Promise<Instance>
  view(id: string): Promise<Instance>
  act(id: string, action: 'start' | 'stop' | 'reboot'): Promise<Reply>
  /** Advances time by `step` ms until the instance is in this state. Use short steps for short-lived states. */
  reach(id: string, state: InstanceState, step?: number): Promise<Instance>
  /** Waits until the control plane has no machine left to handle. Advances time only if `step` is given. */
  calm(step?: number): Promise<unknown>
  /** Advances time until no instance is in transition, or until `isOver`. */
  quiet(isOver?: () => boolean): Promise<unknown>
  /** Row counts of the tables in which a leak would show. */
  rowCounts(): Promise<Record<string, number>>
  /** Why an instance failed. */
  failure(id: string): Promise<string | null>
  usage(): Promise<{ cpus: number; memory: number; storage: number }>
}

export const instanceBody = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: GIB,
  start: false,
  ...more,
})

/** Databases run in real time, machines in virtual time: advances both until there is an answer. */
export async function until<T>(
  world: Pick<World, 'clock'>,
  what: string,
  look: () => Promise<T | undefined | false>,
  step = 250,
): Promise<T> {
  for (let turn = 0; turn < 2000; turn++) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await world.clock.advance(step)
    await breath()
  }
  throw new Error(`waited in vain: ${what}`)
}

/** Lets pending database work finish. */
export const breath = () => new Promise<void>((resolve) => setTimeout(resolve, 1))

export async function makeCompute(db: Database, options: Partial<Host> = {}): Promise<Compute> {
  const world = await makeWorld(db, options)
  await world.plane.start()
  const compute = withCompute(world)
  await compute.ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await compute.ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: '10.200.0.1', last: '10.200.15.254' })
  await compute.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await compute.ok('POST', '/v1/projects', { name: 'web', description: '' })
  return compute
}

/** The same helpers around another control plane on the same database. */
export function withCompute(world: World): Compute {
  const { admin } = world
  async function ok(method: string, path: string, body?: unknown, as = admin) {
    const reply = await as.raw(method, path, body)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body
  }
  const view = async (id: string) => (await ok('GET', `/v1/instances/${id}`)) as unknown as Instance
  return {
    ...world,
    ok,
    view,
    make: async (name, more) =>
      (await ok('POST', '/v1/instances?project=web', instanceBody(name, more))) as unknown as Instance,
    act: (id, action) => admin.raw('POST', `/v1/instances/${id}/${action}`),
    async reach(id, state, step) {
      const seen: string[] = []
      const look = async () => {
        const instance = await view(id)
        if (seen.at(-1) !== instance.run_state) seen.push(instance.run_state)
        return instance.run_state === state && instance
      }
      return until(world, `${id} to be ${state}`, look, step).catch((error: Error) => {
        throw new Error(`${error.message}; it was ${seen.join(', ')}; ${world.errors.join()}`)
      })
    },
    calm: (step = 0) => until(world, 'calm', () => isCalm(world.host), step),
    quiet: (isOver = () => false) =>
      until(world, 'quiet', async () => {
        if (isOver()) return true
        const { db } = world.host
        const moving = ['creating', 'starting', 'stopping', 'rebooting', 'migrating'] as const
        const instances = await db.read.selectFrom('instance').select('id').where('run_state', 'in', moving).execute()
        const volumes = await db.read.selectFrom('volume').select('id').where('task', 'is not', null).execute()
        const rollbacks = db.read.selectFrom('instance_rollback').select('id').where('state', 'in', UNDER_WAY)
        const isBusy = instances.length + volumes.length + (await rollbacks.execute()).length > 0
        return !isBusy && isCalm(world.host)
      }),
    rowCounts: () => rowCounts(world.host.db),
    failure: async (id) => (await ok('GET', `/rackwright/instances/${id}/failure`)).reason as string | null,
    async usage() {
      const { provisioned } = await ok('GET', '/v1/utilization')
      return provisioned as { cpus: number; memory: number; storage: number }
    },
  }
}

/** The only sled of a test's rack. */
export const SLED_ID = '51ed0000-0000-4000-8000-000000000000'
export const onSled = (id: string) => ({ id, sled_id: SLED_ID })

/** The machines of these sleds. */
export const listMachines = async (machines: Host['machines'], sleds: readonly { id: string }[]) =>
  (await Promise.all(sleds.map(({ id }) => machines.list(id)))).flat()

/** Rows and machines agree, or a machine is in transition. */
async function isCalm({ db, machines: driver }: Host): Promise<true | undefined> {
  const moves = await db.read.selectFrom('instance_migration').selectAll().where('time_ended', 'is', null).execute()
  const targets = new Map(moves.map(({ instance_id, to_sled_id }) => [instance_id, to_sled_id]))
  const instances = await db.read.selectFrom('instance').selectAll().execute()
  const rows = new Map(instances.map((row) => [row.id, { ...row, to_sled_id: targets.get(row.id) ?? null }]))
  const sleds = await db.read.selectFrom('sled').select('id').execute()
  const machines = new Map((await listMachines(driver, sleds)).map((machine) => [machine.id, machine]))
  for (const id of new Set([...rows.keys(), ...machines.keys()])) {
    const [row, machine] = [rows.get(id), machines.get(id)]
    const decision = decide(row, machine, machine?.sled_id ?? row?.sled_id ?? '')
    if (!('do' in decision) || decision.do !== 'nothing') return undefined
  }
  return true
}

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const passing = [
    'event',
    'audit_checkpoint',
    'alert',
    'session',
    'lease',
    'login_attempt',
    'usage_sample',
    'sampled_period',
    'project_usage',
  ]
  const counts: Record<string, number> = {}
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    if (passing.includes(name) || name.startsWith('metric_')) continue
    const { number } = await db.read
      .selectFrom(name)
      .select((is) => is.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    counts[name] = Number(number)
  }
  return counts
}
