// Runs a suite on every database. A database lives as long as the test or suite that opened it.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, inject, TestRunner } from 'vitest'
import type { Database } from '../db/database.ts'
import { openLibsql } from '../db/engines/libsql.ts'
import { openPostgres } from '../db/engines/postgres.ts'
import { openWasm } from '../db/engines/wasm.ts'
import { migrate } from '../db/migrate.ts'
import { guarded } from './guarded.ts'
import { clock, random } from './host.ts'
import { administer, databaseUrl, TEMPLATE } from './postgres.ts'

export type Engine = 'libsql' | 'wasm' | 'postgres'

interface Opened {
  db: Database
  remove(): Promise<void>
}

export interface OpenOptions {
  /** Without tables, for migration tests. */
  empty?: boolean
}

async function libsql(empty: boolean): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-libsql-'))
  const file = join(folder, 'rackwright.db')
  if (!empty) copyFileSync(inject('libsqlTemplate'), file)
  const db = await openLibsql({ file })
  return { db, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function wasm(empty: boolean): Promise<Opened> {
  const db = await openWasm()
  if (!empty) await migrate(db, clock.now())
  return { db, remove: async () => {} }
}

async function postgres(empty: boolean): Promise<Opened> {
  const server = inject('postgresUrl')
  const name = `test_${random.uuid().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${empty ? 'template0' : TEMPLATE}`)
  const db = await openPostgres({ url: databaseUrl(server, name), clock, random })
  return { db, remove: () => administer(server, `drop database ${name} with (force)`) }
}

const engines = { libsql, wasm, postgres }

export type Open = (options?: OpenOptions) => Promise<Database>

/** `open` returns a new, migrated, empty database. Opened in a test or beforeEach, it is removed with the test. */
export function eachDatabase(
  suite: (name: Engine, open: Open) => void,
  names: readonly Engine[] = ['libsql', 'wasm', 'postgres'],
): void {
  describe.each(names)('%s', (name) => {
    const ofTest: Opened[] = []
    const ofSuite: Opened[] = []
    afterEach(() => close(ofTest))
    afterAll(() => close(ofSuite))
    suite(name, async ({ empty = false } = {}) => {
      const list = TestRunner.getCurrentTest() ? ofTest : ofSuite
      const opened = await engines[name](empty)
      list.push(opened)
      return guarded(opened.db)
    })
  })
}

async function close(list: Opened[]): Promise<void> {
  for (const { db, remove } of list.splice(0)) {
    await db.close()
    await remove()
  }
}
