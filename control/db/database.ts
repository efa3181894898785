// A database as the rest of the control plane sees it. Engines differ only behind this.
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Tx = Transaction<Schema>
/** Either: a query that only reads does not care whether a transaction is open. */
export type Queries = Kysely<Schema>

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Committed data only, never a half-done write of our own. */
  readonly read: Queries
  /** Counts the commits that were not quiet. Undefined when other processes write too. See remember.ts. */
  readonly version?: number | undefined
  /** Serializable, retried on conflict: `work` may run more than once, so it touches nothing but the transaction. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Several reads of one moment, without holding up writers. */
  snapshot<T>(work: (view: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  /** False: survives a crash of this process, but perhaps not a power cut. For what nobody is promised. */
  durable?: boolean
  /** Changes nothing that is cached (see remember.ts): no session, user, role or silo. */
  quiet?: boolean
}

/** A row as it is read. */
export type RowOf<T extends keyof Schema> = Selectable<Schema[T]>
/** The tables whose rows have these columns. */
export type TableWith<C> = { [T in keyof Schema]: RowOf<T> extends C ? T : never }[keyof Schema]
