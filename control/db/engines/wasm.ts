// The browser's database: SQLite compiled to WebAssembly, in memory. Tests run it in Node. There is one connection, so reads wait
// while a transaction is open; otherwise they would see uncommitted data.
import init, { type BindableValue, type Database as Sqlite, type PreparedStatement } from '@sqlite.org/sqlite-wasm'
import type { Database } from '../database.ts'
import { type Decode, decoder } from '../values.ts'
import { Mutex } from './mutex.ts'
import { type Outcome, type SqliteHandle, sqliteKysely, Version } from './sqlite.ts'

interface Prepared {
  statement: PreparedStatement
  decode: Decode | undefined
}

// bounded, because a statement holds WebAssembly memory until it is finalized
const CACHE = 500
/** Most tables and indexes have a few rows: larger pages would be mostly empty. */
const PAGE_BYTES = 2048

class Handle implements SqliteHandle {
  readonly #db: Sqlite
  readonly #prepared = new Map<string, Prepared>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  run(sql: string, parameters: readonly unknown[]): Outcome {
    const { statement, decode } = this.#prepare(sql)
    try {
      if (parameters.length > 0) statement.bind(parameters as readonly BindableValue[])
      if (statement.columnCount === 0) {
        statement.step()
        return { rows: [], changes: this.#db.changes() }
      }
      const rows: Record<string, unknown>[] = []
      while (statement.step()) rows.push(numbers(statement.get({})))
      if (decode) for (const row of rows) decode(row)
      return { rows }
    } finally {
      reset(statement)
    }
  }

  exec(sql: string) {
    this.#db.exec(sql)
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (prepared) return prepared
    if (this.#prepared.size >= CACHE) this.#finalize()
    const statement = this.#db.prepare(sql)
    const names = statement.columnCount === 0 ? [] : statement.getColumnNames([])
    prepared = { statement, decode: decoder(names) }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  #finalize() {
    for (const { statement } of this.#prepared.values()) statement.finalize()
    this.#prepared.clear()
  }

  close() {
    this.#finalize()
    this.#db.close()
  }
}

/** Past 2^53 this SQLite returns bigint where the other engines round. */
function numbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name])
  return row
}

let loading: ReturnType<typeof init> | undefined

export interface WasmDatabase extends Database {
  /** The whole database as bytes for openWasm. */
  save(): Promise<Uint8Array>
  /** Rewrites the database without free space. */
  compact(): Promise<void>
}

interface WasmOptions {
  /** A saved database. Without it the database starts empty. */
  bytes?: Uint8Array | undefined
  /** Called after every commit that was not quiet. */
  changed?: () => void
}

/** Starts loading the WebAssembly code early, because that takes longer than anything else. */
export function loadWasm(): void {
  loading ??= init()
  // openWasm reports the error
  loading.catch(() => undefined)
}

export async function openWasm({ bytes, changed }: WasmOptions = {}): Promise<WasmDatabase> {
  loading ??= init()
  const sqlite = await loading
  // unique violations are expected and need no console warning
  Object.assign(sqlite.config, { warn: () => {} })
  const db = new sqlite.oo1.DB(':memory:')
  if (bytes) {
    const { capi, wasm } = sqlite
    const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
    const copy = wasm.allocFromTypedArray(bytes)
    db.checkRc(capi.sqlite3_deserialize(db.pointer!, 'main', copy, bytes.byteLength, bytes.byteLength, flags))
  } else db.exec(`pragma page_size = ${PAGE_BYTES}`)
  db.exec('pragma foreign_keys = on; pragma query_only = on')
  const handle = new Handle(db)
  const mutex = new Mutex()
  const version = new Version()
  const kysely = sqliteKysely(handle, mutex, {
    begin: 'pragma query_only = off; begin immediate',
    commit: 'commit; pragma query_only = on',
    rollback: 'rollback; pragma query_only = on',
    committed() {
      const before = version.count
      version.committed()
      if (version.count !== before) changed?.()
    },
  })
  let closing: Promise<void> | undefined

  return {
    dialect: 'sqlite',
    get version() {
      return version.count
    },
    read: kysely,
    // with one connection, everything else waits
    snapshot: (work) => kysely.transaction().execute(version.counting(work, true)),
    transaction: (work, { quiet = false } = {}) => kysely.transaction().execute(version.counting(work, quiet)),
    async compact() {
      await mutex.lock()
      try {
        db.exec('pragma query_only = off; vacuum; pragma query_only = on')
      } finally {
        mutex.unlock()
      }
    },
    async save() {
      await mutex.lock()
      try {
        return sqlite.capi.sqlite3_js_db_export(db)
      } finally {
        mutex.unlock()
      }
    },
    close() {
      closing ??= (async () => {
        await mutex.lock()
        handle.close()
        mutex.unlock()
      })()
      return closing
    },
  }
}

function reset(statement: PreparedStatement): void {
  try {
    statement.reset(true)
  } catch {
    // after a failed step, reset succeeds but rethrows that step's error
  }
}
