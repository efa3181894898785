// Before the first test: one throw-away PostgreSQL, and for each kind of database a migrated one that tests get copies of.
// Fails the whole run when there is no PostgreSQL: tests that were not run must not look as if they passed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres.mjs'
import type { Database } from '../db/database.ts'
import { openLibsql } from '../db/engines/libsql.ts'
import { openPostgres } from '../db/engines/postgres.ts'
import { migrate } from '../db/migrate.ts'
import { clock, random } from './host.ts'
import { administer, databaseUrl, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL. */
    postgresUrl: string
    /** A migrated SQLite file, to be copied. */
    libsqlTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-template-'))
  const file = join(folder, 'rackwright.db')
  const teardown = async () => {
    rmSync(folder, { recursive: true, force: true })
    await stop()
  }
  try {
    await administer(url, `create database ${TEMPLATE}`)
    await fill(await openPostgres({ url: databaseUrl(url, TEMPLATE), clock, random }))
    await fill(await openLibsql({ file }))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgresUrl', url)
  project.provide('libsqlTemplate', file)
  return teardown
}

async function fill(db: Database): Promise<void> {
  try {
    await migrate(db, clock.now())
  } finally {
    await db.close()
  }
}
