// Global setup of the `database` project: a temporary PostgreSQL, and a migrated template of each database that tests copy. Without
// PostgreSQL the whole run fails, because skipped tests would look like passing ones; only RACKWRIGHT_TEST_DATABASES leaves it out.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres.mjs'
import type { Database } from '../db/database.ts'
import { openLibsql } from '../db/engines/libsql.ts'
import { openPostgres } from '../db/engines/postgres.ts'
import { openWasm } from '../db/engines/wasm.ts'
import { migrate } from '../db/migrate.ts'
import { chosenEngines } from './engines.ts'
import { clock, random } from './host.ts'
import { administer, databaseUrl, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL. */
    postgresUrl: string
    /** A migrated SQLite file to copy. */
    libsqlTemplate: string
    /** The bytes of a migrated database for openWasm. */
    wasmTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // workers inherit it, and may end before they have removed their files
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-units-'))
  process.env.TMPDIR = folder
  // PostgreSQL may run as another user
  chmodSync(folder, 0o755)
  const engines = chosenEngines()
  const file = join(folder, 'rackwright.db')
  const wasmFile = join(folder, 'wasm.db')
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined
  const teardown = async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (postgres) {
      await administer(postgres.url, `create database ${TEMPLATE}`)
      await fill(await openPostgres({ url: databaseUrl(postgres.url, TEMPLATE), clock, random }))
      project.provide('postgresUrl', postgres.url)
    }
    if (engines.includes('libsql')) {
      await fill(await openLibsql({ file }))
      project.provide('libsqlTemplate', file)
    }
    if (engines.includes('wasm')) {
      const wasm = await openWasm()
      await fill(wasm, async () => writeFileSync(wasmFile, await wasm.save()))
      project.provide('wasmTemplate', wasmFile)
    }
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

async function fill(db: Database, keep?: () => Promise<void>): Promise<void> {
  try {
    await migrate(db, clock.now())
    await keep?.()
  } finally {
    await db.close()
  }
}
