// The only cache across requests: values computed from the database are valid until the next commit. Only for embedded databases,
// where this process makes every write, or notices it (Database.noticeOthers). Other replicas write to PostgreSQL, so nothing is cached there.
import type { Database } from './database.ts'

/** Entries are small, but anyone can log in many times. */
const MAX_ENTRIES = 1000

interface Cache {
  version: number
  entries: Map<string, unknown>
}

const caches = new WeakMap<Database, Cache>()

/** `compute` must read committed data only and depend only on the database and the key. */
export async function remember<T>(db: Database, key: string, compute: () => Promise<T>): Promise<T> {
  const { version } = db
  if (version === undefined) return compute()
  const cache = cacheOf(db, version)
  if (cache.entries.has(key)) return cache.entries.get(key) as T
  const value = await compute()
  // a commit while computing makes the value stale: return it like any earlier read, but do not cache it
  if (db.version === version && cache.entries.size < MAX_ENTRIES) cache.entries.set(key, value)
  return value
}

function cacheOf(db: Database, version: number): Cache {
  let cache = caches.get(db)
  if (cache?.version !== version) caches.set(db, (cache = { version, entries: new Map() }))
  return cache
}
