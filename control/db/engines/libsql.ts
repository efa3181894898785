// The embedded database: one SQLite file, one connection for writes and one for reads. Reads have their own connection so that
// they never see uncommitted data.
import Libsql from 'libsql'
import type { Database } from '../database.ts'
import { setDirectRun } from '../prepared.ts'
import { type MakeRow, rowMaker } from '../row-maker.ts'
import { bindSqlite, type Decode, decoder } from '../values.ts'
import { Mutex } from './mutex.ts'
import { type Outcome, type SqliteHandle, sqliteKysely, Version } from './sqlite.ts'

export interface LibsqlOptions {
  file: string
}

interface Prepared {
  statement: Libsql.Statement
  /** Only for statements that return rows. */
  row: MakeRow | undefined
  decode: Decode | undefined
}

// distinct SQL texts are few, except for `in (?, ?, …)` lists of varying length
const CACHE = 1000

class Handle implements SqliteHandle {
  readonly #db: Libsql.Database
  readonly #prepared = new Map<string, Prepared>()

  constructor(db: Libsql.Database) {
    this.#db = db
  }

  run(sql: string, parameters: readonly unknown[]): Outcome {
    const { statement, row, decode } = this.#prepare(sql)
    if (!row) return { rows: [], changes: statement.run(parameters).changes }
    const rows = (statement.all(parameters) as unknown[][]).map(row)
    if (decode) for (const row of rows) decode(row)
    return { rows }
  }

  exec(sql: string) {
    this.#db.exec(sql)
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql)
    if (prepared) return prepared
    const statement = this.#db.prepare(sql)
    const names = statement.columns().map((column) => column.name)
    if (statement.reader) statement.raw()
    prepared = { statement, row: statement.reader ? rowMaker(names) : undefined, decode: decoder(names) }
    if (this.#prepared.size >= CACHE) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }

  close() {
    this.#prepared.clear()
    this.#db.close()
  }
}

function connect(file: string, pragmas: string[]): Handle {
  const db = new Libsql(file)
  for (const pragma of pragmas) db.pragma(pragma)
  return new Handle(db)
}

export async function openLibsql({ file }: LibsqlOptions): Promise<Database> {
  const writer = connect(file, ['busy_timeout = 5000', 'journal_mode = WAL', 'foreign_keys = ON'])
  const reader = connect(file, ['busy_timeout = 5000', 'query_only = ON'])
  const mutex = new Mutex()
  // the data directory is locked, so this process makes every commit, except those of maintenance commands: see noticeOthers
  const version = new Version()
  const writing = (synchronous: 'full' | 'normal') =>
    sqliteKysely(writer, mutex, {
      begin: `pragma synchronous = ${synchronous}; begin immediate`,
      commit: 'commit',
      rollback: 'rollback',
      committed: version.committed,
    })
  // full: an acknowledged write must survive a power cut, not just a process crash
  const write = writing('full')
  const writeHastily = writing('normal')
  const read = sqliteKysely(reader)
  // changes only with the commits of other connections
  const othersVersion = () => writer.run('pragma data_version', []).rows[0]?.data_version
  let othersSeen = othersVersion()
  setDirectRun(read, (sql, parameters) => reader.run(sql, parameters.map(bindSqlite)).rows)
  let closing: Promise<void> | undefined

  return {
    dialect: 'sqlite',
    get version() {
      return version.count
    },
    read,
    transaction: (work, { durable = true, quiet = false } = {}) =>
      (durable ? write : writeHastily).transaction().execute(version.counting(work, quiet)),
    noticeOthers() {
      const seen = othersVersion()
      if (seen !== othersSeen) version.add()
      othersSeen = seen
    },
    async snapshot(work) {
      const connection = connect(file, ['busy_timeout = 5000', 'query_only = ON'])
      const view = sqliteKysely(connection, undefined, { begin: 'begin', commit: 'commit', rollback: 'rollback' })
      try {
        return await view.transaction().execute(work)
      } finally {
        connection.close()
      }
    },
    close() {
      closing ??= (async () => {
        await mutex.lock()
        reader.close()
        // statements keep the handle open, so closing would leave the log behind; checkpoint it, so that the file alone is complete.
        // A snapshot that somebody still reads keeps the log, and waiting for it would block the event loop
        writer.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
        writer.close()
        // wake waiting callers, so that they fail with "closed" instead of hanging
        mutex.unlock()
      })()
      return closing
    },
  }
}
