// Rows survive backup and restore from every engine to every other.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { type DemoWorld, restoreRows } from '../demo/world.ts'
import { makeSampler } from '../metrics/sampler.ts'
import { build } from '../../scripts/build.mjs'
import { eachDatabaseAndWasm, type Open } from '../testing/databases.ts'
import { plainPasswords } from '../testing/ports.ts'
import { makeWorld, PASSWORD } from '../testing/world.ts'
import { BadBackup, dumpRows, loadRows } from './backup-rows.ts'

const root = join(import.meta.dirname, '../..')
const NOW = new Date('2026-11-15T12:00:00Z')

async function linesOf(db: Database): Promise<string[]> {
  return db.snapshot(async (view) => {
    const lines: string[] = []
    for await (const line of dumpRows(view, '1.2.3')) lines.push(line)
    return lines
  })
}

// like a file, the stream can be read only once
async function* stream(lines: readonly string[]) {
  yield* lines
}
const header = (more: object) => JSON.stringify({ format: 1, version: '9.9.9', migrations: [], ...more })

const anyKey = async () => undefined
let backup: string[] = []

/** The demo world with samples: it has rows in most tables. */
async function furnish(open: Open): Promise<string[]> {
  await build(['demo'])
  const demo = JSON.parse(gunzipSync(await readFile(join(root, 'dist/demo/world.bin'))).toString()) as DemoWorld
  const db = await open()
  const adminPasswordHash = await plainPasswords.hash(PASSWORD)
  await restoreRows(db, demo, { now: NOW, adminPasswordHash, storesNoSamples: false })
  const world = await makeWorld(db)
  await makeSampler(world.host).tick()
  const lines = await linesOf(world.host.db)
  await world.stop()
  return lines
}

eachDatabaseAndWasm((_name, open) => {
  describe('rows', () => {
    test('are restored unchanged across engines', { timeout: 240_000 }, async () => {
      // the first engine makes the backup; each further one restores it and makes another
      if (backup.length === 0) backup = await furnish(open)
      const db = await open({ empty: true })
      await loadRows(db, stream(backup), NOW, anyKey)
      const again = await linesOf(db)
      expect(again).toEqual(backup)
      backup = again
    })

    test('serial numbers continue', async () => {
      const world = await makeWorld(await open())
      const lines = await linesOf(world.host.db)
      await world.stop()
      const db = await open({ empty: true })
      await loadRows(db, stream(lines), NOW, anyKey)
      const newest = async () =>
        (await db.read.selectFrom('event').select('seq').orderBy('seq', 'desc').limit(1).execute())[0]!.seq
      const before = await newest()
      const next = await makeWorld(db, {}, world.admin.session)
      await next.admin.raw('POST', '/v1/projects', { name: 'after', description: '' })
      expect(await newest()).toBeGreaterThan(before)
      await next.stop()
    })
  })

  describe('a restore', () => {
    let db: Database
    beforeEach(async () => void (db = await open({ empty: true })))
    const load = (lines: readonly string[], target = db) => loadRows(target, stream(lines), NOW, anyKey)

    // there is only one step so far
    test('of an older backup is migrated by the next start', async () => {
      const older = migrations.slice(0, -1).map(({ name }) => name)
      await load([header({ migrations: older })])
      expect(await migrate(db, NOW)).toEqual([migrations.at(-1)!.name])
    })

    test('of a newer backup is refused', async () => {
      const newer = [...migrations.map(({ name }) => name), '9999-tomorrow']
      await expect(load([header({ migrations: newer })])).rejects.toThrow('made by a newer version, 9.9.9')
    })

    test.each([[[]], [['not json']], [[header({ format: 2 })]], [['{}']]])('of %j is refused', async (lines) => {
      await expect(load(lines)).rejects.toThrow(BadBackup)
    })

    test('onto an existing installation is refused', async () => {
      const world = await makeWorld(await open())
      const lines = await linesOf(world.host.db)
      await expect(load(lines, world.host.db)).rejects.toThrow('the database is not empty')
      await world.stop()
    })

    test('that fails half-way leaves no rows, and can be repeated', async () => {
      const world = await makeWorld(await open())
      const lines = await linesOf(world.host.db)
      await world.stop()
      await expect(load([...lines, '["silo", {"id"'])).rejects.toThrow()
      expect(await db.read.selectFrom('silo').select('id').execute()).toEqual([])
      await load(lines)
      expect((await db.read.selectFrom('silo').select('id').execute()).length).toBeGreaterThan(0)
    })
  })
})
