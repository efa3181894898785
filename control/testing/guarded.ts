// A database that throws when a transaction or `read` is nested inside a transaction, which would deadlock SQLite. For tests only:
// tracking the caller through every promise is too slow for a server.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../db/database.ts'
import { setDirectRun, directRunOf } from '../db/prepared.ts'

interface Inside {
  db: Database
  /** Work started in a transaction may outlive it; then it no longer counts as nested. */
  open: boolean
}

const current = new AsyncLocalStorage<Inside>()

export function guarded(db: Database): Database {
  const refuse = (what: string) => {
    const inside = current.getStore()
    if (inside?.open && inside.db === db) {
      throw new Error(
        `${what} inside a transaction: it would wait for itself for ever. Use the transaction given to you.`,
      )
    }
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      refuse('db.read was used')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const read = db.read.withPlugin(plugin)
  const run = directRunOf(db.read)
  if (run)
    setDirectRun(read, (...query) => {
      refuse('db.read was used')
      return run(...query)
    })
  return {
    dialect: db.dialect,
    get version() {
      return db.version
    },
    read,
    async transaction(work, options) {
      refuse('db.transaction was called')
      return db.transaction(async (tx) => {
        const inside = { db, open: true }
        try {
          return await current.run(inside, () => work(tx))
        } finally {
          inside.open = false
        }
      }, options)
    },
    noticeOthers: () => db.noticeOthers?.(),
    snapshot: (work) => db.snapshot(work),
    close: () => db.close(),
  }
}
