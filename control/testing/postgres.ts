// Access to the test run's temporary PostgreSQL.
import { Client } from 'pg'

/** Migrated once; each test gets a copy. */
export const TEMPLATE = 'rackwright_template'

export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** For statements that cannot run in a transaction. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
