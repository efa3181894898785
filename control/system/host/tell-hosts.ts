// Tells the rack which hosts it has. Every server does so, because each has its own connections: before it takes the first inventory, and
// whenever the table has changed.
import type { TrustedHost } from '#drivers/hosts.ts'
import type { Queries } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { fits, trustedOf, type HostRow } from './host-state.ts'

type Used = TrustedHost & { in_service: boolean }

/** IDs of the sleds that are in service or asked to join. */
async function joinedSleds(db: Queries): Promise<Set<string>> {
  const sleds = await db.selectFrom('sled').select('id').where('policy_kind', '=', 'in_service').execute()
  const joining = db.selectFrom('uninitialized_sled').select('sled_id').where('sled_id', 'is not', null)
  return new Set([...sleds.map(({ id }) => id), ...(await joining.execute()).flatMap(({ sled_id }) => sled_id ?? [])])
}

/**
 * Those in service, those that could be, and those that were removed by force, which have to end what they run first. A host that was
 * added again has the same identity as the one that was removed: that one comes first.
 */
export async function usedHosts(db: Queries): Promise<Used[]> {
  const rows = await db.selectFrom('host').selectAll().where('time_trusted', 'is not', null).orderBy('id').execute()
  const joined = await joinedSleds(db)
  const removed = new Set(rows.flatMap((row) => (row.time_removed !== null ? (row.sled_id ?? []) : [])))
  const isUsed = (row: HostRow) =>
    row.time_removed !== null || (!removed.has(row.sled_id ?? '') && (fits(row) || joined.has(row.sled_id ?? '')))
  return rows
    .filter(isUsed)
    .map((row) => ({ ...trustedOf(row), in_service: row.time_removed !== null || joined.has(row.sled_id ?? '') }))
}

/** Does nothing if they are those that it was told last, which it returns. */
export async function tellHosts({ hosts, db }: Pick<Host, 'hosts' | 'db'>, last?: string): Promise<string | undefined> {
  if (!hosts) return undefined
  const used = await usedHosts(db.read)
  const told = JSON.stringify(used)
  if (told !== last) await hosts.use(used)
  return told
}
