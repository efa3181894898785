// Shared by both SQLite engines: Kysely's dialect over a synchronous connection, and error mapping.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { DatabaseFull, ReferenceViolation, uniqueByMessage } from '../errors.ts'
import type { Tx } from '../database.ts'
import type { Schema } from '../schema.ts'
import { bindSqlite } from '../values.ts'
import type { Mutex } from './mutex.ts'

export interface Outcome {
  rows: Record<string, unknown>[]
  changes?: number
}

export interface SqliteHandle {
  run(sql: string, parameters: readonly unknown[]): Outcome
  exec(sql: string): void
}

class Connection implements DatabaseConnection {
  readonly handle: SqliteHandle

  constructor(handle: SqliteHandle) {
    this.handle = handle
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let outcome: Outcome
    try {
      outcome = this.handle.run(query.sql, query.parameters.length === 0 ? none : query.parameters.map(bindSqlite))
    } catch (error) {
      throw translate(error)
    }
    const rows = outcome.rows as R[]
    return outcome.changes === undefined ? { rows } : { rows, numAffectedRows: BigInt(outcome.changes) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite results are not streamed: ask for pages')
  }
}

const none: readonly unknown[] = []

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes('UNIQUE constraint failed: ')) return uniqueByMessage(error.message, error)
  if (error.message.includes('FOREIGN KEY constraint failed')) return new ReferenceViolation(error)
  if (error.message.includes('database or disk is full')) return new DatabaseFull(error)
  return error
}

export interface SqliteHooks {
  begin: string
  commit: string
  rollback: string
  /** Called as soon as readers can see the transaction. */
  committed?: () => void
}

/** Counts each commit at the moment readers see it. Transactions must not overlap. */
export class Version {
  #count = 0
  #isQuiet = false

  get count() {
    return this.#count
  }

  readonly committed = () => {
    if (!this.#isQuiet) this.add()
  }

  add() {
    this.#count += 1
  }

  /** Wraps the work of a transaction. */
  counting<T>(work: (tx: Tx) => Promise<T>, isQuiet: boolean): (tx: Tx) => Promise<T> {
    return async (tx) => {
      this.#isQuiet = isQuiet
      return work(tx)
    }
  }
}

/** The mutex is optional: a connection that never holds a transaction open needs none. */
class SqliteDriver implements Driver {
  readonly #connection: Connection
  readonly #mutex: Mutex | undefined
  readonly #hooks: SqliteHooks

  constructor(handle: SqliteHandle, mutex: Mutex | undefined, hooks: SqliteHooks) {
    this.#connection = new Connection(handle)
    this.#mutex = mutex
    this.#hooks = hooks
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex?.lock()
    return this.#connection
  }

  async releaseConnection() {
    this.#mutex?.unlock()
  }

  async beginTransaction() {
    this.#connection.handle.exec(this.#hooks.begin)
  }

  async commitTransaction() {
    try {
      this.#connection.handle.exec(this.#hooks.commit)
      this.#hooks.committed?.()
    } catch (error) {
      throw translate(error)
    }
  }

  async rollbackTransaction() {
    try {
      this.#connection.handle.exec(this.#hooks.rollback)
    } catch (error) {
      // on a full disk SQLite rolls back on its own; a second error would hide the first
      if (!String(error).includes('no transaction is active')) throw error
    }
  }

  async destroy() {}
}

export function sqliteKysely(
  handle: SqliteHandle,
  mutex?: Mutex,
  hooks: SqliteHooks = { begin: 'begin immediate', commit: 'commit', rollback: 'rollback' },
): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(handle, mutex, hooks),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}
