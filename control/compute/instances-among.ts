// Which machines have an instance in this database. The driver asks about those that nobody has marked as ours.
import type { Database } from '../db/database.ts'
import { isUuid } from '../frame/errors.ts'

/** A statement can have only so many values. */
const MAX_ASKED = 1000

export async function instancesAmong({ read }: Database, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const asked = ids.filter(isUuid)
  for (let at = 0; at < asked.length; at += MAX_ASKED) {
    const rows = read
      .selectFrom('instance')
      .select('id')
      .where('id', 'in', asked.slice(at, at + MAX_ASKED))
    for (const { id } of await rows.execute()) found.add(id)
  }
  return found
}
