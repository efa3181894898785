// The ranges of IP pools, including the service pool. Ranges never overlap, not even across pools.
import type { Input } from '#contract/api.ts'
import { canonicalIp, ipKey, isIpv6 } from '#contract/ip.ts'
import { openBlock } from './address-allocation.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { assertInExternalNetwork } from './external-network.ts'
import { findIpPool, findServicePool, type IpPoolRow } from './ip-pool.ts'
import { pageBy, type PageQuery } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'

type Range = Input<'ip_pool_range_add'>['body']

export const ipPoolRange = {
  async ip_pool_range_list(ctx, { path, query }) {
    return list(ctx, await findIpPool(ctx, path.pool, 'viewer'), query)
  },

  async ip_pool_range_add(ctx, { path, body }) {
    return add(ctx, ctx.subject(await findIpPool(ctx, path.pool, 'admin'), FLEET), body)
  },

  async ip_pool_range_remove(ctx, { path, body }) {
    return remove(ctx, ctx.subject(await findIpPool(ctx, path.pool, 'admin'), FLEET), body)
  },

  async ip_pool_service_range_list(ctx, { query }) {
    return list(ctx, await findServicePool(ctx, 'viewer'), query)
  },

  async ip_pool_service_range_add(ctx, { body }) {
    return add(ctx, ctx.subject(await findServicePool(ctx, 'admin'), FLEET), body)
  },

  async ip_pool_service_range_remove(ctx, { body }) {
    return remove(ctx, ctx.subject(await findServicePool(ctx, 'admin'), FLEET), body)
  },
} satisfies Handlers<
  | 'ip_pool_range_list'
  | 'ip_pool_range_add'
  | 'ip_pool_range_remove'
  | 'ip_pool_service_range_list'
  | 'ip_pool_service_range_add'
  | 'ip_pool_service_range_remove'
>

/** Ordered by address. */
const list = (ctx: Ctx, pool: IpPoolRow, query: PageQuery) =>
  pageBy(query, ctx.db.selectFrom('ip_pool_range').selectAll().where('ip_pool_id', '=', pool.id), [
    { column: 'ip_pool_range.first_key', text: (row) => row.first_key },
  ])

async function add(ctx: Ctx, pool: IpPoolRow, body: Range) {
  if (isIpv6(body.first)) throw invalidRequest('IPv6 ranges are not allowed yet')
  const { range, ...span } = spanOf(body)
  await assertInExternalNetwork(ctx, pool, range)
  // ranges never overlap, so only the last one that starts at or below this end can overlap it
  const below = ctx.db.selectFrom('ip_pool_range').select('last_key').where('first_key', '<=', span.last_key)
  const near = await below.orderBy('first_key', 'desc').limit(1).executeTakeFirst()
  if (near && near.last_key >= span.first_key)
    throw invalidRequest(`The provided IP range ${range.first}-${range.last} overlaps with an existing range`)
  const id = ctx.host.random.uuid()
  const row = { id, ip_pool_id: pool.id, range, ...span, allocated: 0, time_created: ctx.now }
  await ctx.db.insertInto('ip_pool_range').values(row).execute()
  await openBlock(ctx.db, { space_id: pool.id, ip_pool_range_id: id }, span)
  return row
}

/** Its gaps are deleted with it. */
async function remove(ctx: Ctx, pool: IpPoolRow, body: Range): Promise<void> {
  const { range, first_key, last_key } = spanOf(body)
  const row = await ctx.db
    .selectFrom('ip_pool_range')
    .select(['id', 'allocated'])
    .where('ip_pool_id', '=', pool.id)
    .where('first_key', '=', first_key)
    .where('last_key', '=', last_key)
    .executeTakeFirst()
  if (!row) throw invalidRequest(`The provided range ${range.first}-${range.last} does not exist`)
  if (row.allocated > 0)
    throw invalidRequest('IP pool ranges cannot be deleted while external IP addresses are allocated from them')
  await ctx.db.deleteFrom('ip_pool_range').where('id', '=', row.id).execute()
}

function spanOf({ first, last }: Range) {
  const range = { first: canonicalIp(first), last: canonicalIp(last) }
  return { range, first_key: ipKey(first), last_key: ipKey(last) }
}
