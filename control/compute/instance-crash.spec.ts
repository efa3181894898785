// Kills the control plane at every step of each request. The next one completes it, or leaves the instance unchanged if the
// request was never acknowledged. Nothing stays in transition forever.
import { GIB, listMachines, SLED_ID } from '../testing/compute.ts'
import { describe, expect, test } from 'vitest'
import type { Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeLives } from '../testing/crashing-control-plane.ts'

interface Scenario {
  /** The state before the request. */
  before: 'nothing' | 'stopped' | 'running'
  ask(world: Compute, id: string): Promise<unknown>
  /** The final state if the request was acknowledged; otherwise `before` is fine too. */
  after: 'gone' | 'stopped' | 'running'
  /** What else there is before the request. */
  prepare?(world: Compute, id: string): Promise<void>
  /** If it takes more than others. */
  steps?: number
  /** What else holds in the end. */
  check?(world: Compute, isAnswered: boolean): Promise<void>
}

const NAME = 'phoenix'
const MAX_STEPS = 20
const path = `/v1/instances/${NAME}?project=web`
const CLONE = 'phoenix-2'
const disk = {
  type: 'create',
  name: 'boot',
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
}

const scenarios: Record<string, Scenario> = {
  create: { before: 'nothing', ask: (world) => world.make(NAME, { start: true }), after: 'running' },
  start: { before: 'stopped', ask: (world, id) => world.act(id, 'start'), after: 'running' },
  stop: { before: 'running', ask: (world, id) => world.act(id, 'stop'), after: 'stopped' },
  reboot: { before: 'running', ask: (world, id) => world.act(id, 'reboot'), after: 'running' },
  migrate: { before: 'running', ask: (world, id) => migrate(world, id), after: 'running' },
  'migrate and cancel': {
    before: 'running',
    async ask(world, id) {
      await migrate(world, id)
      await world.admin.raw('POST', `/rackwright/instances/${id}/migration/cancel`)
    },
    after: 'running',
  },
  'migrate and stop': {
    before: 'running',
    async ask(world, id) {
      await migrate(world, id)
      await world.act(id, 'stop')
    },
    after: 'stopped',
  },
  delete: { before: 'stopped', ask: (world) => world.admin.raw('DELETE', path), after: 'gone' },
  resize: {
    before: 'running',
    ask: (world, id) => world.ok('POST', `/rackwright/instances/${id}/resize`, { ncpus: 2, memory: 2 * GIB }),
    after: 'running',
    async check(world, isAnswered) {
      const { ncpus } = await world.ok('GET', path)
      expect(isAnswered ? [2] : [1, 2]).toContain(ncpus)
    },
  },
  clone: {
    before: 'stopped',
    ask: (world, id) => world.ok('POST', `/rackwright/instances/${id}/clone`, { name: CLONE, start: false }),
    after: 'stopped',
    async check(world, isAnswered) {
      const names = async (kind: string) =>
        ((await world.ok('GET', `/v1/${kind}?project=web`)).items as { name: string }[]).map(({ name }) => name)
      const isThere = (await names('instances')).includes(CLONE)
      expect(isAnswered ? [true] : [true, false]).toContain(isThere)
      expect(await names('disks')).toEqual(isThere ? ['boot', `${CLONE}-boot`] : ['boot'])
      expect(await names('snapshots')).toEqual([])
    },
  },
  'go back': {
    before: 'running',
    prepare: makePoint,
    ask: (world, id) => world.ok('POST', `/rackwright/instances/${id}/rollback`, { point_id: POINT_ID }),
    after: 'running',
    steps: 80,
    async check(world, isAnswered) {
      const list = async (path: string) => (await world.ok('GET', path)).items as { id: string; name: string }[]
      const [boot, ...others] = await list('/v1/disks?project=web')
      const [value] = await world.host.volumes.read(boot!.id, 4096, 512)
      expect([boot!.name, others]).toEqual(['boot', []])
      expect(isAnswered ? [1] : [1, 2]).toContain(value)
      const saved = (await list('/v1/snapshots?project=web')).filter(({ name }) =>
        name.startsWith('before-going-back-'),
      )
      expect(saved).toHaveLength(value === 1 ? 1 : 0)
      for (const { id } of saved) expect((await world.host.volumes.read(id, 4096, 512))[0]).toBe(2)
    },
  },
}

const POINT_ID = '90000000-0000-4000-8000-000000000000'

/** With ones on the disk, which has twos now. */
async function makePoint(world: Compute, id: string): Promise<void> {
  const [boot] = (await world.ok('GET', '/v1/disks?project=web')).items as { id: string }[]
  await world.host.volumes.write(boot!.id, 4096, new Uint8Array(512).fill(1))
  const body = { name: 'good', description: '', disk: boot!.id }
  const snapshot = await world.ok('POST', '/v1/snapshots?project=web', body)
  await world.quiet()
  await world.host.volumes.write(boot!.id, 4096, new Uint8Array(512).fill(2))
  await world.host.db.transaction(async (tx) => {
    const { project_id, silo_id } = await tx.selectFrom('disk').selectAll().executeTakeFirstOrThrow()
    const now = world.host.clock.now().toISOString()
    const of = { id: POINT_ID, project_id, silo_id, run_id: POINT_ID, policy_id: id, policy_name: 'nightly' }
    const point = { ...of, resource_id: id, noun: 'instance' as const, is_kept: false, time_taken: now }
    await tx
      .insertInto('recovery_point')
      .values({ ...point, time_created: now })
      .execute()
    const own = tx.updateTable('snapshot').set({ point_id: POINT_ID })
    await own.where('id', '=', snapshot.id as string).execute()
  })
}

const migrate = (world: Compute, id: string) => world.admin.raw('POST', `/rackwright/instances/${id}/migrate`, {})

const OTHER_SLED_ID = '51ed0000-0000-4000-8000-000000000001'

async function prepare(world: Compute, scenario: Scenario): Promise<string> {
  const { before } = scenario
  if (before === 'nothing') return ''
  const { id } = await world.make(NAME, { start: before === 'running', boot_disk: disk })
  await world.reach(id, before)
  await world.calm()
  await scenario.prepare?.(world, id)
  return id
}

async function stateOf(world: Compute): Promise<string> {
  const { status, body } = await world.admin.raw('GET', path)
  return status === 404 ? 'gone' : (body.run_state as string)
}

/** Everything, so that what is left over shows. */
async function cleanUp(world: Compute) {
  const all = async (list: string) => (await world.ok('GET', `${list}?project=web`)).items as { id: string }[]
  for (const { id } of await all('/v1/instances')) {
    await world.act(id, 'stop')
    await world.reach(id, 'stopped')
    await world.ok('DELETE', `/v1/instances/${id}`)
  }
  for (const list of ['/v1/disks', '/v1/snapshots', '/rackwright/instance-clones', '/rackwright/instance-rollbacks'])
    for (const { id } of await all(list)) await world.ok('DELETE', `${list}/${id}`)
  await world.host.db.transaction((tx) => tx.deleteFrom('recovery_point').execute())
}

eachDatabase((name, open) => {
  describe('killed at every step of', () => {
    test.each(Object.entries(scenarios))('%s', { timeout: 600_000 }, async (_action, scenario) => {
      const lives = await makeLives(await open(), (same) => same, 2)
      const before = scenario.before === 'nothing' ? 'gone' : scenario.before
      const empty = await lives.current.compute.rowCounts()
      // the steps are the same on every database: test all on one and some on the others; late steps only renew leases
      for (let steps = 0; steps < (scenario.steps ?? MAX_STEPS); steps += name === 'libsql' ? 1 : 3) {
        const id = await prepare(lives.current.compute, scenario)
        lives.current.arm(steps)
        let isAnswered = false
        const life = lives.current
        const ask = async () => {
          await scenario.ask(life.compute, id)
          isAnswered = true
          await life.compute.quiet(() => life.isDead)
        }
        await Promise.race([ask(), lives.current.died])
        const hasSurvived = !lives.current.isDead
        lives.current.arm(Infinity)
        const { compute } = hasSurvived ? lives.current : await lives.next()
        await compute.quiet()
        const expected = isAnswered ? [scenario.after] : [before, scenario.after]
        expect(expected, `killed after ${steps} steps`).toContain(await stateOf(compute))
        await scenario.check?.(compute, isAnswered)
        // exactly once, on whichever sled it is
        const sleds = [{ id: SLED_ID }, { id: OTHER_SLED_ID }]
        const machines = (await listMachines(compute.host.machines, sleds)).map((machine) => machine.state)
        expect(machines).toEqual((await stateOf(compute)) === 'running' ? ['running'] : [])
        await cleanUp(compute)
        await compute.quiet()
        expect(await compute.rowCounts()).toEqual(empty)
        expect(await compute.usage()).toEqual({ cpus: 0, memory: 0, storage: 0 })
        expect(compute.errors).toEqual([])
        if (hasSurvived) break
      }
    })
  })
})
