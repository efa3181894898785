// Sample retention: downsampled with age, complete at the end of a run, and deleted on time.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Machines } from '#drivers/machines.ts'
import type { Database } from '../db/database.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { LEVELS, MINUTES, QUARTERS, RAW, type Level } from './levels.ts'
import { unpack, columnsOf } from './layout.ts'
import { Budget } from './oxql/budget.ts'
import { runQuery } from './oxql/query.ts'
import { dropOldSamples } from './retain.ts'
import { makeSampler } from './sampler.ts'
import { dropPartitions } from './store.ts'
import { makeSamples } from './samples.ts'
import { writeHistory } from './testing.ts'
import type { MachineStatistics } from '#drivers/statistics.ts'

const ID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const START = Date.parse('2025-03-03T09:00:00Z')

/** A rack with one instance whose counters the test sets, and no sensors. */
async function setUp(db: Database) {
  const statistics = new Map<string, MachineStatistics>()
  const world = await makeWorld(db)
  const machines: Machines = {
    ...world.host.machines,
    statistics: async () => [...statistics.values()],
  }
  const hardware = { ...world.host.hardware, sensors: async () => [] }
  const host = { ...world.host, machines, hardware }
  const { body: project } = await world.admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
  const { silo_id } = await db.read.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const sled = await db.read.selectFrom('sled').select('id').executeTakeFirstOrThrow()
  const now = world.clock.now().toISOString()
  await db.transaction((tx) =>
    tx
      .insertInto('instance')
      .values({
        id: ID,
        project_id: String(project.id),
        silo_id,
        name: 'db1',
        description: '',
        hostname: 'db1',
        ncpus: 1,
        memory: 2 ** 30,
        user_data: '',
        run_state: 'running',
        time_run_state_updated: now,
        sled_id: sled.id,
        generation: 1,
        time_created: now,
        time_modified: now,
      })
      .execute(),
  )
  /** A vCPU load of 25 percent since `since`. */
  const report = (since: number) => {
    const time = world.clock.now()
    const elapsed = (time.getTime() - since) * 1e6
    const vcpu = { vcpu_id: 0, run: elapsed / 4, idle: (elapsed * 3) / 4, waiting: 0, emulation: 0 }
    statistics.set(ID, { id: ID, start_time: new Date(since), time, reset: 0, vcpus: [vcpu], disks: [], nics: [] })
  }
  return { world, host, statistics, report, project: String(project.id), silo_id }
}

const [runColumn] = columnsOf('virtual_machine', '', { vcpus: 1 })

async function rows(db: Database, { table }: Level) {
  const found = await db.read.selectFrom(table).selectAll().orderBy('sampled_at').execute()
  return found.map(({ sampled_at, packed }) => [
    (sampled_at - START) / 1000,
    unpack(packed, [runColumn!])[0]![0]! / 1e9,
  ])
}

const moment = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19) + '.000'
/** Drops the partitions of earlier tests, whose database this may be. */
async function withoutPartitions(db: Database): Promise<Database> {
  if (db.dialect === 'postgres') for (const level of LEVELS) await dropPartitions(db, level, Infinity)
  return db
}
const pass = (world: World, seconds: number) => world.clock.skip(seconds * 1000)

eachDatabase((name, open) => {
  describe('samples', () => {
    test('are written to every level whose boundary was reached', async () => {
      const db = await open()
      const { world, host, report } = await setUp(db)
      const sampler = makeSampler(host)
      for (let second = 0; second <= 900; second += 5) {
        report(START)
        await sampler.tick()
        pass(world, 5)
      }
      expect(await rows(db, RAW)).toHaveLength(181)
      expect(await rows(db, MINUTES)).toEqual(Array.from({ length: 16 }, (_, minute) => [minute * 60, minute * 15]))
      expect(await rows(db, QUARTERS)).toEqual([
        [0, 0],
        [900, 225],
      ])
    })

    test('that are slightly late line up with the windows of the console', async () => {
      const db = await open()
      const { world, host, report, project, silo_id } = await setUp(db)
      const sampler = makeSampler(host)
      for (let tick = 0; tick <= 24; tick++) {
        const late = (tick * 37) % 100
        world.clock.skip(late)
        report(START - 60_000)
        await sampler.tick()
        world.clock.skip(5000 - late)
      }
      const now = world.clock.now().getTime()
      const query =
        `get virtual_machine:vcpu_usage | filter timestamp >= @${moment(START)} && timestamp < @${moment(START + 120_000)}` +
        ` && instance_id == "${ID}" && state == "run" | align mean_within(60s) | group_by [vcpu_id], sum`
      const budget = new Budget({ clock: {} })
      const source = makeSamples({ db, now, scope: { project_id: project, silo_id } })
      const { tables } = await runQuery(query, { source, budget, now, projectOnly: true })
      const [series] = Object.values(tables[0]!.timeseries)
      const values = (series!.points.values[0]!.values.values as number[]).slice(-2)
      // a quarter of five seconds
      for (const value of values) expect(Math.abs(value / 1.25e9 - 1)).toBeLessThan(0.005)
    })

    test('include the last row of a run at every level', async () => {
      const db = await open()
      const { world, host, report, statistics } = await setUp(db)
      const sampler = makeSampler(host)
      pass(world, 5)
      for (const since of [START, START + 25_000]) {
        for (let tick = 0; tick < 3; tick++) {
          report(since)
          await sampler.tick()
          pass(world, 5)
        }
        if (since === START) pass(world, 10)
      }
      statistics.clear()
      await sampler.tick()
      const ends = [
        [15, 3.75],
        [40, 3.75],
      ]
      expect(await rows(db, MINUTES)).toEqual(ends)
      expect(await rows(db, QUARTERS)).toEqual(ends)
    })

    test('a sampler that takes over finishes what another one began', async () => {
      const db = await open()
      const { world, host, report, statistics } = await setUp(db)
      pass(world, 5)
      report(START)
      await makeSampler(host).tick()
      statistics.clear()
      pass(world, 60)
      await makeSampler(host).tick()
      expect(await rows(db, QUARTERS)).toEqual([[5, 1.25]])
    })

    test('of the same moment are written once, even by two samplers', async () => {
      const db = await open()
      const { host, report } = await setUp(db)
      report(START)
      await Promise.all([makeSampler(host).tick(), makeSampler(host).tick()])
      expect(await rows(db, RAW)).toEqual([[0, 0]])
      expect(await db.read.selectFrom('metric_source').select('id').execute()).toHaveLength(1)
    })

    test('are deleted after their retention', async () => {
      const db = await open()
      const { world, host, project, silo_id } = await setUp(db)
      const keep = QUARTERS.keepMs
      const history = { instance_id: ID, project_id: project, silo_id, vcpus: 1, now: START }
      await writeHistory(db, { ...history, forMs: 7200_000 })
      const count = async () => Promise.all(LEVELS.map(async (level) => (await rows(db, level)).length))
      expect(await count()).toEqual([1440, 120, 8])
      await dropOldSamples(host)
      expect(await count()).toEqual([1440, 120, 8])
      pass(world, (RAW.keepMs - 3600_000) / 1000)
      await dropOldSamples(host)
      expect((await count())[0]).toBe(721)
      // PostgreSQL keeps a partition while any of its rows is needed
      pass(world, 3600 * (name === 'postgres' ? 2 : 1) + 1)
      await dropOldSamples(host)
      expect(await count()).toEqual([0, 120, 8])
      pass(world, (keep + 2 * QUARTERS.partitionMs) / 1000)
      await dropOldSamples(host)
      expect(await count()).toEqual([0, 0, 0])
      expect(await db.read.selectFrom('metric_source').select('id').execute()).toEqual([])
    })

    test.each([
      ['a suspended machine resumes a day later', 24 * 3600],
      ['the clock is set back by a year', -365 * 24 * 3600],
      ['the clock is set ahead by 30 years', 30 * 365 * 24 * 3600],
    ])('are written although %s while sleds are asked', async (_what, seconds) => {
      const db = await withoutPartitions(await open())
      const { world, host, report, statistics } = await setUp(db)
      let jump = 0
      const asked = {
        ...host.machines,
        statistics: async () => {
          pass(world, jump)
          report(START - 2 * 365 * 24 * 3600_000)
          return [...statistics.values()]
        },
      }
      const sampler = makeSampler({ ...host, machines: asked })
      await sampler.tick()
      for (jump of [seconds, 5]) await sampler.tick()
      expect((await rows(db, RAW)).map(([second]) => second)).toEqual(
        [0, seconds, seconds + 5].toSorted((a, b) => a! - b!),
      )
    })

    if (name === 'postgres')
      test('are written again after another replica dropped the partitions, because its clock was ahead', async () => {
        const db = await withoutPartitions(await open())
        const { world, host, report } = await setUp(db)
        const sampler = makeSampler(host)
        report(START)
        await sampler.tick()
        const ahead = { now: () => new Date(START + 90 * 24 * 3600_000), sleep: world.clock.sleep }
        await dropOldSamples({ ...host, clock: ahead })
        pass(world, 5)
        report(START)
        await expect(sampler.tick()).rejects.toThrow('partition')
        await sampler.tick()
        expect(await rows(db, RAW)).toHaveLength(1)
      })

    if (name === 'postgres')
      test('are deleted by whole partitions', async () => {
        const db = await withoutPartitions(await open())
        const { host, report } = await setUp(db)
        report(START)
        await makeSampler(host).tick()
        const { rows: partitions } = await sql<{ parent: string; count: number }>`
          select inhparent::regclass::text as parent, count(*) as count from pg_inherits
          where inhparent::regclass::text like 'metric_sample%' and inhrelid in (select oid from pg_class where relkind = 'r')
          group by 1 order by 1`.execute(db.read)
        expect(partitions).toEqual(LEVELS.map(({ table }) => ({ parent: table, count: 2 })))
      })
  })

  describe('the queries of the console', () => {
    const HOUR = 3600_000

    test.each([
      ['5 minutes', HOUR / 12],
      ['an hour', HOUR],
      ['a day', 24 * HOUR],
      ['3 days', 72 * HOUR],
      ['a week', 7 * 24 * HOUR],
      ['30 days', 30 * 24 * HOUR],
    ])('over %s give about 60 points from fewer than 50,000 rows', async (_span, span) => {
      const db = await open()
      const [project_id, silo_id] = [ID.replaceAll('a', 'b'), ID.replaceAll('a', 'c')]
      await writeHistory(db, { instance_id: ID, project_id, silo_id, vcpus: 8, forMs: 31 * 24 * HOUR, now: START })
      const period = Math.max(5, Math.round(span / 1000 / 60))
      const from = START - span - 2 * period * 1000
      const query =
        `get virtual_machine:vcpu_usage | filter timestamp >= @${moment(from)} && timestamp < @${moment(START)}` +
        ` && instance_id == "${ID}" && state == "run" | align mean_within(${period}s) | group_by [vcpu_id], sum`
      const budget = new Budget({ clock: {} })
      const source = makeSamples({ db, now: START, scope: { project_id, silo_id } })
      const { tables } = await runQuery(query, { source, budget, now: START, projectOnly: true })
      const series = Object.values(tables[0]!.timeseries)
      expect(series).toHaveLength(8)
      for (const { points } of series) {
        expect(points.timestamps.length).toBeGreaterThanOrEqual(60)
        expect(points.timestamps.length).toBeLessThanOrEqual(63)
        // a quarter of every five seconds at any resolution; the last window may lack its final sample
        for (const value of (points.values[0]!.values.values as number[]).slice(2, -1))
          expect(Math.abs(value / 1.25e9 - 1)).toBeLessThan(0.1)
      }
      expect(budget.rows).toBeLessThan(50_000)
    })

    test('a month by the second is refused before any sample is read', async () => {
      const db = await open()
      const [project_id, silo_id] = [ID.replaceAll('a', 'b'), ID.replaceAll('a', 'c')]
      await writeHistory(db, { instance_id: ID, project_id, silo_id, vcpus: 1, forMs: 4 * 24 * HOUR, now: START })
      const ask = async (query: string) => {
        const budget = new Budget({ clock: {} })
        const source = makeSamples({ db, now: START, scope: { project_id, silo_id } })
        const asked = runQuery(query, { source, budget, now: START, projectOnly: true })
        return { error: await asked.then(() => '', String), rows: budget.rows }
      }
      const usage = 'get virtual_machine:vcpu_usage | filter timestamp > @now()'
      const refused = await ask(`${usage} - 30d | align mean_within(1s)`)
      expect(refused.error).toContain('its samples are 900 s apart')
      // only its source
      expect(refused.rows).toBe(1)
      expect(await ask(`${usage} - 30d | align mean_within(2m)`)).toMatchObject({ error: '' })
      expect(await ask(`${usage} - 1h | align mean_within(1s)`)).toMatchObject({ error: '' })
    })
  })
})
