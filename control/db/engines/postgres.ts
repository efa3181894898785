// The database shared by several replicas: PostgreSQL, or any server with its protocol and SERIALIZABLE isolation.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { DatabaseError, Pool, type PoolClient, type QueryResult as PgResult, types as parsers } from 'pg'
import type { Database } from '../database.ts'
import { DatabaseFull, DatabaseUnavailable, ReferenceViolation, uniqueByName } from '../errors.ts'
import type { Schema } from '../schema.ts'
import { type Backoff, retrying } from '../transaction.ts'
import { bind, decoder } from '../values.ts'

export interface PostgresOptions extends Backoff {
  url: string
  /** Maximum number of connections. Each is a process on the server. */
  connections?: number
  /** Undefined: no limits, for migrations. */
  timeouts?: PostgresTimeouts | undefined
}

export interface PostgresTimeouts {
  /** For getting a connection, new or from the pool. */
  connectMs: number
  /** For a statement. A hung server cannot enforce it, so the client waits slightly longer and then times out too. */
  statementMs: number
}

export const TIMEOUTS: PostgresTimeouts = { connectMs: 5000, statementMs: 15_000 }
const CLIENT_GRACE_MS = 2000

const INT8 = 20
const NUMERIC = 1700
/** Set per pool, because pg's default parsers are global and other code may rely on bigints as text. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : parsers.getTypeParser(oid, format),
}

/** Names for prepared statements, the same on all connections. Bounded, because each connection keeps them on the server. */
class Names {
  readonly #names = new Map<string, string>()

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= 500) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

class Connection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #names: Names
  open = false
  broken = false

  constructor(client: PoolClient, names: Names) {
    this.client = client
    this.#names = names
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#query(query.sql, query.parameters.map(bind))
    const rows = result.rows as Record<string, unknown>[]
    const decode = rows.length > 0 ? decoder(result.fields.map((field) => field.name)) : undefined
    if (decode) for (const row of rows) decode(row)
    const changed = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command)
    return { rows: rows as R[], numAffectedRows: changed ? BigInt(result.rowCount ?? 0) : undefined }
  }

  async #query(text: string, values: unknown[]): Promise<PgResult> {
    try {
      return await this.client.query({ name: this.#names.of(text), text, values })
    } catch (error) {
      if (!isStalePlan(error)) throw this.#failed(error)
      this.broken = true
      if (this.open) throw error
      return await this.client.query({ text, values })
    }
  }

  async command(text: string): Promise<void> {
    try {
      await this.client.query(text)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** After a timeout or a lost connection the server's state is unknown, so the connection is not reused. */
  #failed(error: unknown): unknown {
    const translated = translate(error)
    if (translated instanceof DatabaseUnavailable) this.broken = true
    return translated
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed: ask for pages')
  }
}

const code = (error: unknown) => (error instanceof DatabaseError ? error.code : undefined)
/** A newer replica added a column under our prepared statement. Only a new connection drops the old plan. */
const isStalePlan = (error: unknown) => code(error) === '0A000' && String(error).includes('cached plan')
/** Serialization failure, deadlock. */
const isTransient = (error: unknown) => code(error) === '40001' || code(error) === '40P01' || isStalePlan(error)

/** Shutting down, starting up, too many connections, a statement over its limit, connection exceptions. */
const UNAVAILABLE = /^(57P0[123]|53300|57014|08...)$/
const NETWORK = /^E(CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/

function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    NETWORK.test(String(code)) ||
    /timeout|Connection terminated|Client (was closed|has encountered)|not queryable/.test(String(message))
  )
}

function translate(error: unknown): unknown {
  if (isUnavailable(error)) return new DatabaseUnavailable(error)
  if (!(error instanceof DatabaseError)) return error
  if (error.code === '23505') return uniqueByName(error.table ?? '', error.constraint ?? '', error)
  if (error.code === '23503' || error.code === '23001') return new ReferenceViolation(error)
  if (error.code === '53100') return new DatabaseFull(error)
  return error
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #names = new Names()
  #busy = 0
  #idle: (() => void) | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection(): Promise<Connection> {
    if (this.#idle) throw new Error('the database is closed')
    this.#busy++
    try {
      return new Connection(await this.#pool.connect(), this.#names)
    } catch (error) {
      this.#leave()
      throw translate(error)
    }
  }

  async releaseConnection(connection: Connection) {
    connection.client.release(connection.broken)
    this.#leave()
  }

  #leave() {
    this.#busy--
    if (this.#busy === 0) this.#idle?.()
  }

  /** The pool drops callers waiting for a connection when it ends, so it ends only after the last is served. */
  async close() {
    await new Promise<void>((resolve) => {
      this.#idle = resolve
      if (this.#busy === 0) resolve()
    })
    await this.#pool.end()
  }

  async beginTransaction(connection: Connection) {
    await connection.command('begin isolation level serializable read write')
    connection.open = true
  }

  async commitTransaction(connection: Connection) {
    await connection.command('commit')
    connection.open = false
  }

  async rollbackTransaction(connection: Connection) {
    // closing the connection rolls back; a hung server would not respond to ROLLBACK either
    if (connection.broken) return
    try {
      await connection.command('rollback')
      connection.open = false
    } catch {
      // the connection is gone, and so is the transaction; report the original error instead of this one
      connection.broken = true
    }
  }

  async destroy() {}
}

const limitsOf = ({ connectMs, statementMs }: PostgresTimeouts) => ({
  connectionTimeoutMillis: connectMs,
  statement_timeout: statementMs,
  query_timeout: statementMs + CLIENT_GRACE_MS,
})

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, clock, random, connections = 10, timeouts } = options
  const limits = timeouts ? limitsOf(timeouts) : {}
  const pool = new Pool({ connectionString: url, max: connections, types, keepAlive: true, ...limits })
  // the pool replaces a lost connection; without an error listener the loss would crash the process
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // refuse writes outside a transaction, as SQLite does: they would be neither serializable nor in the event log
    client.query('set default_transaction_read_only = on').catch(() => {})
  })
  const driver = new PostgresDriver(pool)
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const retry = { clock, random, transient: isTransient }
  let closing: Promise<void> | undefined

  return {
    dialect: 'postgres',
    read: kysely,
    transaction: (work, { durable = true } = {}) =>
      retrying(retry, () =>
        kysely.transaction().execute(async (tx) => {
          if (!durable) await sql`set local synchronous_commit = off`.execute(tx)
          return work(tx)
        }),
      ),
    snapshot: (work) =>
      kysely.connection().execute(async (view) => {
        await sql`begin isolation level repeatable read read only`.execute(view)
        try {
          return await work(view)
        } finally {
          await sql`commit`.execute(view)
        }
      }),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max: connections,
      waiting: pool.waitingCount,
    }),
    close() {
      closing ??= driver.close()
      return closing
    },
  }
}
