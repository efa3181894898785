// The database interface, the same for every engine.
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Tx = Transaction<Schema>
/** A connection or a transaction, for queries that work with either. */
export type Queries = Kysely<Schema>

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Sees committed data only. */
  readonly read: Queries
  /** Counts the commits that were not quiet. Undefined when other processes write too. See remember.ts. */
  readonly version?: number | undefined
  /** Serializable, retried on conflict: `work` may run more than once, so it must not touch anything outside the transaction. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Looks for commits of other processes, such as `reset-password`, and counts them. Only where there is a version. */
  noticeOthers?(): void
  /** Only where there is a pool. */
  connections?(): ConnectionCounts
  /** Consistent reads that do not block writers. */
  snapshot<T>(work: (view: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ConnectionCounts {
  /** In use now. */
  busy: number
  idle: number
  max: number
  /** Callers that wait for a connection. */
  waiting: number
}

export interface TransactionOptions {
  /** False: survives a process crash but perhaps not a power cut. For data that no response promises. */
  durable?: boolean
  /** Changes nothing that remember.ts caches: no session, user, role or silo. */
  quiet?: boolean
}

/** A row as selected. */
export type RowOf<T extends keyof Schema> = Selectable<Schema[T]>
/** The tables whose rows have these columns. */
export type TableWith<C> = { [T in keyof Schema]: RowOf<T> extends C ? T : never }[keyof Schema]
