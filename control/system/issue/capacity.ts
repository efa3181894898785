// Resources that are about to run out: silo quotas, pool addresses, and file system space.
import { sql } from 'kysely'
import { addressOfKey, sizeOf } from '#contract/ip.ts'
import { actorOf } from '../../frame/context.ts'
import { SERVICE_POOL } from '../../network/ip-pool.ts'
import { hostSpace } from '../../storage/host-space.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

/** How full a quota or pool is when it needs attention. */
export const NEAR_PERCENT = 90
/** How full the file system is when it needs attention. */
export const LOW_SPACE_PERCENT = 90

const resources = ['cpus', 'memory', 'storage'] as const
type Resource = (typeof resources)[number]

const severityOf = (percent: number) => (percent >= 100 ? 'error' : 'warning')

export async function nearQuotas(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  const rows = await ctx.db
    .selectFrom('silo_usage')
    .innerJoin('silo_quota', 'silo_quota.silo_id', 'silo_usage.silo_id')
    .innerJoin('silo', 'silo.id', 'silo_usage.silo_id')
    .select(['silo.id', 'silo.name'])
    .select(['silo_usage.cpus', 'silo_usage.memory', 'silo_usage.storage'])
    .select(['silo_quota.cpus as max_cpus', 'silo_quota.memory as max_memory', 'silo_quota.storage as max_storage'])
    .$if(!isOperator(reader), (q) => q.where('silo.id', '=', reader.silo_id))
    .execute()
  const issues: Found[] = []
  for (const row of rows) {
    for (const resource of resources) {
      const [used, quota] = [row[resource], row[`max_${resource}`]]
      const percent = Math.floor((used / quota) * 100)
      if (used === 0 || percent < NEAR_PERCENT) continue
      const since = await usedSince(ctx, row.id, resource, Math.ceil((quota * NEAR_PERCENT) / 100))
      const facts = { resource, percent: Math.min(percent, 2 ** 31), since, silo_name: row.name, target_id: row.id }
      issues.push(found({ kind: 'quota_near', severity: severityOf(percent), ...facts }))
    }
  }
  return issues
}

/** When use last rose to this level, as far back as samples go. */
async function usedSince(ctx: Reader, silo: string, resource: Resource, level: number): Promise<string | null> {
  const samples = ctx.db.selectFrom('usage_sample').select('time').where('subject_id', '=', silo)
  const below = samples.where(resource, '<', level).orderBy('time', 'desc').limit(1)
  const last = (await below.executeTakeFirst())?.time ?? ''
  const first = await samples.where('time', '>', last).orderBy('time').limit(1).executeTakeFirst()
  return first?.time ?? null
}

export async function nearPools(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const ranges = await ctx.db
    .selectFrom('ip_pool_range')
    .innerJoin('ip_pool', 'ip_pool.id', 'ip_pool_range.ip_pool_id')
    .select(['ip_pool.id', 'ip_pool.name', 'first_key', 'last_key', 'allocated'])
    .where('ip_pool.id', '<>', SERVICE_POOL.id)
    .execute()
  const pools = new Map<string, { id: string; name: string; allocated: bigint; capacity: bigint }>()
  for (const { id, name, first_key, last_key, allocated } of ranges) {
    const { version, value: first } = addressOfKey(first_key)
    // IPv4 and IPv6 run out separately
    const pool = pools.get(`${id} ${version}`) ?? { id, name, allocated: 0n, capacity: 0n }
    pool.allocated += BigInt(allocated)
    pool.capacity += sizeOf({ version, first, last: addressOfKey(last_key).value })
    pools.set(`${id} ${version}`, pool)
  }
  const issues: Found[] = []
  for (const { id, name, allocated, capacity } of pools.values()) {
    const percent = Number((allocated * 100n) / capacity)
    if (allocated === 0n || percent < NEAR_PERCENT) continue
    const since = await heldSince(ctx, id, Number((capacity * BigInt(NEAR_PERCENT) + 99n) / 100n))
    const facts = { percent, since, target_id: id, target_name: name }
    issues.push(found({ kind: 'pool_near', severity: severityOf(percent), ...facts }))
  }
  return issues
}

/** When the pool reached this many of the addresses now in use. */
async function heldSince(ctx: Reader, pool: string, count: number): Promise<string | null> {
  const shared = ctx.db.selectFrom('external_ip').select(['ip_key', 'time_created']).where('ip_pool_id', '=', pool)
  const floating = ctx.db.selectFrom('floating_ip').select(['ip_key', 'time_created']).where('ip_pool_id', '=', pool)
  const probes = ctx.db
    .selectFrom('probe')
    .select(['external_ip_key as ip_key', 'time_created'])
    .where('ip_pool_id', '=', pool)
  const held = await ctx.db
    .selectFrom(shared.unionAll(floating).unionAll(probes).as('held'))
    .select(sql<string>`min(time_created)`.as('since'))
    .groupBy('ip_key')
    .orderBy('since')
    .offset(Math.max(0, count - 1))
    .limit(1)
    .executeTakeFirst()
  return held?.since ?? null
}

export async function lowSpace(ctx: Reader): Promise<Found[]> {
  const space = isOperator(actorOf(ctx)) && (await ctx.host.space?.())
  if (!space) return []
  const percent = Math.floor(((space.total - space.free) / space.total) * 100)
  return percent < LOW_SPACE_PERCENT ? [] : [found({ kind: 'space_low', severity: 'error', percent })]
}

/** Nothing is wrong until the disks are filled. */
export async function overcommittedSpace(ctx: Reader): Promise<Found[]> {
  const space = isOperator(actorOf(ctx)) ? await hostSpace(ctx.host, ctx.db) : undefined
  if (!space || space.promised <= space.total) return []
  const percent = Math.floor((space.promised / space.total) * 100)
  return [found({ kind: 'space_overcommitted', severity: 'warning', percent: Math.min(percent, 2 ** 31) })]
}
