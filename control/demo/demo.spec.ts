// The demo world, opened on every database with times that end now. two-builds.long.spec.ts compares two builds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { unpackWorld } from '#preview/world-file.ts'
import { planAnew } from '../compute/protection-policy/run.ts'
import type { Database } from '../db/database.ts'
import { openWasm } from '../db/engines/wasm.ts'
import { migrate } from '../db/migrate.ts'
import { tables } from '../db/schema.ts'
import { makeSimulatedStores } from '../simulated/stores.ts'
import { build } from '../../scripts/build.mjs'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { plainPasswords, seededRandom } from '../testing/ports.ts'
import { makeWorld, PASSWORD, sha256, type Person } from '../testing/world.ts'
import { shiftNumbers, shiftTexts } from '../simulated/shift.ts'
import { type DemoWorld, restoreRows, restoreVolumes, SLEDS } from './world.ts'

const root = join(import.meta.dirname, '../..')
const NOW = '2031-05-06T07:08:09.010Z'
let world: DemoWorld
let packed: Uint8Array

const all = async <T>(person: Person, path: string) => (await person.raw('GET', path)).body.items as T[]
const stateOf = (list: Wire<'Instance'>[]) => Object.fromEntries(list.map((each) => [each.name, each.run_state]))

const read = async (name: string) => gunzipSync(await readFile(join(root, 'dist/demo', name)))

beforeAll(async () => {
  await build(['demo'])
  world = JSON.parse((await read('world.bin')).toString()) as DemoWorld
  packed = new Uint8Array(await read('preview-world.bin'))
}, 300_000)

/** The captured rows of a table. */
function captured(name: string) {
  const { columns, rows } = world.tables.find((table) => table.name === name)!
  return rows.map((row) => Object.fromEntries(row.map((value, n) => [columns[n]!, value])))
}

test('no alert waits to be sent, and no receiver can be reached', () => {
  expect(new Set(captured('alert_delivery').map(({ state }) => state))).toEqual(new Set(['delivered', 'failed']))
  const names = [
    ...captured('alert_receiver').map(({ endpoint }) => endpoint),
    ...captured('smtp_settings').map(({ host }) => host),
  ]
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter((name) => !/\.invalid(\/|$)/.test(String(name)))).toEqual([])
})

test("the preview's file opens to the same rows", async () => {
  const now = new Date(NOW)
  const shift = now.getTime() - Date.parse(world.end)
  const rows = await openWasm()
  await migrate(rows, now)
  await restoreRows(rows, world, { now, adminPasswordHash: undefined, storesNoSamples: true })
  const { db: bytes, volumes, end } = unpackWorld(packed.slice())
  expect({ volumes, end }).toEqual({ volumes: world.volumes, end: world.end })
  shiftTexts(bytes, shift)
  const file = await openWasm({ bytes })
  await shiftNumbers(file, shift)
  await file.transaction((tx) => planAnew(tx, now), { quiet: true })
  // the ledger of migrations has the times of the build
  expect(await migrate(file, now)).toEqual([])
  for (const name of Object.keys(tables)) {
    const contents = (db: Database) => sql<object>`select * from ${sql.table(name)}`.execute(db.read)
    const sorted = async (db: Database) => (await contents(db)).rows.map((row) => JSON.stringify(row)).sort()
    expect(await sorted(file), name).toEqual(await sorted(rows))
  }
  await Promise.all([file.close(), rows.close()])
})

eachDatabaseAndWasm((_name, open) => {
  test('opened', async () => {
    const db = await open()
    const clock = testingClock(NOW)
    const now = clock.now()
    const blocks = makeMemoryBlocks(sha256)
    await restoreVolumes(blocks, world, (text) => Buffer.from(text, 'base64'))
    await restoreRows(db, world, {
      now,
      adminPasswordHash: await plainPasswords.hash(PASSWORD),
      storesNoSamples: true,
    })
    const stores = makeSimulatedStores(db, (text) => Buffer.from(text, 'base64'))
    const rack = makeSimulatedRack({ clock, random: seededRandom(2), sleds: SLEDS, volumes: blocks, ...stores })
    const opened = await makeWorld(db, { clock, ...rack })

    const runStates = async () => {
      const projects = await all<Wire<'Project'>>(opened.admin, '/v1/projects')
      const lists = projects.map(({ name }) =>
        all<Wire<'Instance'>>(opened.admin, `/v1/instances?project=${name}&limit=100`),
      )
      return (await Promise.all(lists)).flat()
    }
    const before = await runStates()
    expect(new Set(before.map(({ run_state }) => run_state))).toEqual(
      new Set(['running', 'stopped', 'failed', 'starting', 'stopping', 'rebooting']),
    )
    // nothing is in the future, and the newest is from just now
    const newest = before
      .map(({ time_run_state_updated }) => time_run_state_updated)
      .sort()
      .at(-1)!
    expect(Date.parse(newest)).toBeGreaterThan(now.getTime() - 5000)
    expect(newest <= NOW).toBe(true)

    // the machines agree with the rows: those that run keep running, and those in motion arrive
    await opened.plane.start()
    const settled = { starting: 'running', rebooting: 'running', stopping: 'stopped' } as Record<string, string>
    const expected = before.map((each) => ({ ...each, run_state: settled[each.run_state] ?? each.run_state }))
    const later = async () => {
      await clock.advance(1000)
      return stateOf(await runStates())
    }
    await expect.poll(later).toEqual(stateOf(expected as Wire<'Instance'>[]))

    // thirty days of metrics, though no sample is stored
    const query =
      'get virtual_machine:vcpu_usage | filter timestamp > @now() - 30d | align mean_within(1d) | group_by [instance_id], sum'
    const asked = await opened.admin.raw('POST', '/v1/timeseries/query?project=storefront', { query })
    expect(asked.status).toBe(200)
    const [table] = asked.body.tables as { timeseries: Record<string, { points: { timestamps: string[] } }> }[]
    const lengths = Object.values(table!.timeseries).map(({ points }) => points.timestamps.length)
    expect(Math.max(...lengths)).toBeGreaterThan(26)
    const end = clock.now().toISOString()
    const range = `start_time=${new Date(clock.now().getTime() - 30 * 86_400_000).toISOString()}&end_time=${end}`
    const reads = `/v1/disks/catalog-data/metrics/read?project=storefront&limit=3&${range}`
    for (const order of ['ascending', 'descending']) {
      const counted = await all<Wire<'Measurement'>>(opened.admin, `${reads}&order=${order}`)
      expect(counted).toHaveLength(3)
    }

    // a new row of a numbered table finds its number
    const created = await opened.admin.raw('POST', '/v1/projects', { name: 'mine', description: '' })
    expect(created.status).toBe(201)
    expect(opened.errors).toEqual([])
    await opened.stop()
  })
})
