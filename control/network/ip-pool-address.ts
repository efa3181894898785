// Allocates and releases pool addresses: whole ones for ephemeral and floating IPs, port slices of one for source NAT. Maintains the
// count of used addresses, for utilization and for deciding whether a range can be removed.
import { sql } from 'kysely'
import { ipKey } from '#contract/ip.ts'
import { giveBack, takeExactly, takeLowest, type Taken } from './address-allocation.ts'
import type { Ctx } from '../frame/context.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { insufficientCapacity, invalidRequest } from '../frame/errors.ts'

/** The lowest free address, or the requested one. */
export async function takeAddress(ctx: Pick<Ctx, 'db'>, ip_pool_id: string, ip?: string | null): Promise<Taken> {
  const taken = ip ? await takeAsked(ctx.db, ip_pool_id, ip) : await takeLowest(ctx.db, ip_pool_id)
  if (!taken) throw insufficientCapacity('No external IP addresses available')
  await count(ctx.db, await rangeOf(ctx.db, taken.ip_key), 1)
  return taken
}

async function takeAsked(db: Queries, ip_pool_id: string, ip: string): Promise<Taken> {
  const ip_key = ipKey(ip)
  if (!(await takeExactly(db, ip_pool_id, ip_key))) throw invalidRequest('Requested external IP address not available')
  return { ip, ip_key }
}

export async function giveAddress(ctx: Pick<Ctx, 'db'>, { ip_key }: { ip_key: string }): Promise<void> {
  const range = await rangeOf(ctx.db, ip_key)
  await giveBack(ctx.db, { space_id: range.ip_pool_id, ip_pool_range_id: range.id }, ip_key)
  await count(ctx.db, range, -1)
}

/** Ranges never overlap, not even across pools, so the nearest start at or below an address is that of its range. */
function rangeOf(db: Queries, ip_key: string): Promise<RowOf<'ip_pool_range'>> {
  const below = db.selectFrom('ip_pool_range').selectAll().where('first_key', '<=', ip_key)
  return below.orderBy('first_key', 'desc').limit(1).executeTakeFirstOrThrow()
}

async function count(db: Queries, range: { id: string }, by: 1 | -1): Promise<void> {
  const update = db.updateTable('ip_pool_range').set({ allocated: sql<number>`allocated + ${by}` })
  await update.where('id', '=', range.id).execute()
}

const SLICES = 4
const PORTS = 65_536 / SLICES
const FULL = (1 << SLICES) - 1

export interface Slice extends Taken {
  first_port: number
  last_port: number
}

/** A quarter of the ports of an already shared address, or of a new one. With a scope, only with others of the same VPC. */
export async function takeSlice(
  ctx: Pick<Ctx, 'db'>,
  ip_pool_id: string,
  scope?: { vpc_id: string | null },
): Promise<Slice> {
  const shared = ctx.db.selectFrom('snat_address').selectAll()
  const open = await shared
    .where('ip_pool_id', '=', ip_pool_id)
    .where('is_full', '=', false)
    .$if(scope !== undefined, (all) =>
      scope!.vpc_id === null ? all.where('vpc_id', 'is', null) : all.where('vpc_id', '=', scope!.vpc_id),
    )
    .orderBy('ip_key')
    .limit(1)
    .executeTakeFirst()
  const { ip, ip_key } = open ?? (await takeAddress(ctx, ip_pool_id))
  const taken = open?.slices ?? 0
  const slice = lowestClear(taken)
  const slices = taken | (1 << slice)
  const row = { slices, is_full: slices === FULL }
  if (open) await ctx.db.updateTable('snat_address').set(row).where('ip_key', '=', ip_key).execute()
  else
    await ctx.db
      .insertInto('snat_address')
      .values({ ip, ip_key, ip_pool_id, vpc_id: scope?.vpc_id ?? null, ...row })
      .execute()
  return { ip, ip_key, first_port: slice * PORTS, last_port: (slice + 1) * PORTS - 1 }
}

/** The address itself is released with its last slice. */
export async function releaseSlice(ctx: Pick<Ctx, 'db'>, { ip_key, first_port }: Pick<Slice, 'ip_key' | 'first_port'>) {
  const shared = await ctx.db
    .selectFrom('snat_address')
    .select('slices')
    .where('ip_key', '=', ip_key)
    .executeTakeFirstOrThrow()
  const slices = shared.slices & ~(1 << (first_port / PORTS))
  if (slices !== 0) {
    const update = ctx.db.updateTable('snat_address').set({ slices, is_full: false })
    await update.where('ip_key', '=', ip_key).execute()
    return
  }
  await ctx.db.deleteFrom('snat_address').where('ip_key', '=', ip_key).execute()
  await giveAddress(ctx, { ip_key })
}

function lowestClear(mask: number): number {
  let bit = 0
  while (mask & (1 << bit)) bit++
  return bit
}
