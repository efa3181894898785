// Runs a suite on every database. A database lives as long as the test or suite that opened it.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, inject, TestRunner } from 'vitest'
import type { Database } from '../db/database.ts'
import { openLibsql } from '../db/engines/libsql.ts'
import { openPostgres } from '../db/engines/postgres.ts'
import { openWasm } from '../db/engines/wasm.ts'
import { guarded } from './guarded.ts'
import { clock, random } from './host.ts'
import { administer, databaseUrl, EMPTY_EVERY_TABLE, TEMPLATE } from './postgres.ts'

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
  const db = await openWasm(empty ? {} : { bytes: new Uint8Array(readFileSync(inject('wasmTemplate'))) })
  return { db, remove: async () => {} }
}

/** Emptied databases of earlier tests. */
const idle: string[] = []

async function postgres(empty: boolean): Promise<Opened> {
  const server = inject('postgresUrl')
  const name = (!empty && idle.pop()) || (await createPostgres(empty ? 'template0' : TEMPLATE))
  const url = databaseUrl(server, name)
  const db = await openPostgres({ url, clock, random })
  if (empty) return { db, remove: () => dropPostgres(name) }
  return {
    db,
    async remove() {
      await administer(url, EMPTY_EVERY_TABLE)
      idle.push(name)
    },
  }
}

async function createPostgres(template: string): Promise<string> {
  const name = `test_${random.uuid().replaceAll('-', '')}`
  await administer(inject('postgresUrl'), `create database ${name} template ${template}`)
  return name
}

const dropPostgres = (name: string) => administer(inject('postgresUrl'), `drop database ${name} with (force)`)

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
    afterAll(async () => {
      await close(ofSuite)
      for (const database of idle.splice(0)) await dropPostgres(database)
    })
    suite(name, async ({ empty = false } = {}) => {
      const list = TestRunner.getCurrentTest() ? ofTest : ofSuite
      const opened = await engines[name](empty)
      list.push(opened)
      return guarded(opened.db)
    })
  })
}

/**
 * Without the preview's: for long searches (crashes, random histories). Statement for statement it runs what the other SQLite runs,
 * and it lives in one process.
 */
export const eachServerDatabase = (suite: (name: Engine, open: Open) => void): void =>
  eachDatabase(suite, ['libsql', 'postgres'])

async function close(list: Opened[]): Promise<void> {
  for (const { db, remove } of list.splice(0)) {
    await db.close()
    await remove()
  }
}
