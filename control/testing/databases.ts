// Runs a suite on several databases; engines.ts says which. A database lives as long as the test or suite that opened it.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, TestRunner } from 'vitest'
import type { Database } from '../db/database.ts'
import { openLibsql } from '../db/engines/libsql.ts'
import { openPostgres } from '../db/engines/postgres.ts'
import { openWasm } from '../db/engines/wasm.ts'
import { chosenEngines, defaultEngines, onlyOn, suiteEngines, type Engine } from './engines.ts'
import { guarded } from './guarded.ts'
import { clock, random } from './host.ts'
import { administer, databaseUrl, EMPTY_EVERY_TABLE, TEMPLATE } from './postgres.ts'
import { postgresUrl, templateOf } from './templates.ts'

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
  if (!empty) copyFileSync(await templateOf('libsql'), file)
  const db = await openLibsql({ file })
  return { db, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function wasm(empty: boolean): Promise<Opened> {
  const db = await openWasm(empty ? {} : { bytes: new Uint8Array(readFileSync(await templateOf('wasm'))) })
  return { db, remove: async () => {} }
}

/** Emptied databases of earlier tests. */
const idle: string[] = []

async function postgres(empty: boolean): Promise<Opened> {
  const server = await postgresUrl()
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
  await administer(await postgresUrl(), `create database ${name} template ${template}`)
  return name
}

const dropPostgres = async (name: string) => administer(await postgresUrl(), `drop database ${name} with (force)`)

const openOf: Record<Engine, (empty: boolean) => Promise<Opened>> = { libsql, wasm, postgres }

export type Open = (options?: OpenOptions) => Promise<Database>

type Suite = (name: Engine, open: Open) => void

/** `open` returns a new, migrated, empty database. Opened in a test or beforeEach, it is removed with the test. */
export function eachDatabase(suite: Suite, names?: readonly Engine[]): void {
  onDatabases(names ? defaultEngines(names) : suiteEngines(), suite, names)
}

/**
 * On every database: for the database layer, pagination, and one suite per area. Everywhere else the preview's would repeat what the
 * other SQLite runs, statement for statement, and PostgreSQL can wait for CI.
 */
export const eachDatabaseAndWasm = (suite: Suite): void => onDatabases(chosenEngines(), suite)

function onDatabases(engines: readonly Engine[], suite: Suite, names: readonly Engine[] = engines): void {
  // otherwise a file for one database would have no tests when another one is chosen, which is an error
  if (engines.length === 0) describe.skip(names.join(), () => suite(names[0]!, neverOpened))
  for (const name of engines) {
    describe(name, onlyOn(name, engines), () => {
      const ofTest: Opened[] = []
      const ofSuite: Opened[] = []
      afterEach(() => close(ofTest))
      afterAll(async () => {
        await close(ofSuite)
        for (const database of idle.splice(0)) await dropPostgres(database)
      })
      suite(name, async ({ empty = false } = {}) => {
        const list = TestRunner.getCurrentTest() ? ofTest : ofSuite
        const opened = await openOf[name](empty)
        list.push(opened)
        return guarded(opened.db)
      })
    })
  }
}

const neverOpened = () => Promise.reject(new Error('a skipped suite opens no database'))

async function close(list: Opened[]): Promise<void> {
  for (const { db, remove } of list.splice(0)) {
    await db.close()
    await remove()
  }
}
