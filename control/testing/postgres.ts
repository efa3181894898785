// Access to the test run's temporary PostgreSQL.
import { Client } from 'pg'

/** Migrated once; tests get copies. */
export const TEMPLATE = 'rackwright_template'

/** Back to the state of the template. Ten times as fast as a new copy, of which each is a few hundred files. */
export const EMPTY_EVERY_TABLE = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  set session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migration' loop
      execute format('delete from %I', name);
    end loop;
    perform setval(format('%I', sequencename), 1, false) from pg_sequences where last_value is not null;
  end $$`

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
