// Before the first test: one throw-away PostgreSQL, and in it a migrated database that each test gets a copy of.
// Fails the whole run when there is no PostgreSQL: tests that were not run must not look as if they passed.
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openPostgres } from '../db/engines/postgres.ts'
import { migrate } from '../db/migrate.ts'
import { clock, random } from './host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL. */
    postgresUrl: string
  }
}

export const TEMPLATE = 'rackwright_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  try {
    await administer(url, `create database ${TEMPLATE}`)
    const db = await openPostgres({ url: databaseUrl(url, TEMPLATE), clock, random })
    await migrate(db, clock.now())
    await db.close()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', url)
  return stop
}

export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** For statements that no transaction may contain. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
