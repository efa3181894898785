// External networks: where the addresses of pools live. A network that carries traffic needs them to reach the outside.
import type { Input } from '#contract/api.ts'
import { nextHopProblem, poolRangeProblem } from '#contract/external-network-checks.ts'
import type { externalNetwork as operations } from '#contract/external-network.ts'
import { formatNet, netOf, networkOf } from '#contract/ip.ts'
import { MAX_DNS_SERVERS, MAX_EXTERNAL_NETWORK_POOLS, MAX_GATEWAY_HOSTS } from '#contract/limits.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Role } from '../frame/authz.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, invalidValue, isUuid, notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import { touchVpcsUsingPool } from './desired/touch-vpc.ts'
import { findIpPool, type IpPoolRow } from './ip-pool.ts'

const LABEL = 'external-network'

export type ExternalNetworkRow = RowOf<'external_network'>
type Settings = Pick<
  Input<'external_network_create'>['body'],
  'physical_network' | 'vlan' | 'prefix' | 'next_hop' | 'dns_servers' | 'hosts'
>

export const externalNetwork = {
  async external_network_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db.selectFrom('external_network').selectAll()
    const { items, next_page } = await page(query, rows, 'external_network')
    return { items: await withPools(ctx.db, items), next_page }
  },

  async external_network_create(ctx, { body }) {
    assertFleet(ctx, 'admin')
    const settings = checked(body)
    const row = { ...newIdentity(ctx, body), ...settings }
    ctx.subject(row, FLEET)
    const pools = await findPools(ctx, body.ip_pools)
    await uniquely(LABEL, body.name, ctx.db.insertInto('external_network').values(row).execute())
    await placePools(ctx, row, pools)
    return shown(ctx.db, row)
  },

  async external_network_view(ctx, { path }) {
    return shown(ctx.db, await findExternalNetwork(ctx, path.network, 'viewer'))
  },

  async external_network_update(ctx, { path, body }) {
    const before = ctx.subject(await findExternalNetwork(ctx, path.network, 'admin'), FLEET)
    const row = await updateIdentity(ctx, 'external_network', LABEL, before, body, checked(body))
    const known = await poolsOf(ctx.db, row.id)
    await placePools(ctx, row, body.ip_pools ? await findPools(ctx, body.ip_pools) : known, known)
    return shown(ctx.db, row)
  },

  /** Its pools are kept; their addresses no longer reach the outside. */
  async external_network_delete(ctx, { path }) {
    const row = ctx.subject(await findExternalNetwork(ctx, path.network, 'admin'), FLEET)
    await placePools(ctx, row, [], await poolsOf(ctx.db, row.id))
    await ctx.db.deleteFrom('external_network').where('id', '=', row.id).execute()
  },
} satisfies Handlers<keyof typeof operations>

async function findExternalNetwork(ctx: Ctx, selector: string, role: Role): Promise<ExternalNetworkRow> {
  assertFleetThing(ctx, LABEL, selector, role)
  const column = isUuid(selector) ? 'id' : 'name'
  const row = await ctx.db.selectFrom('external_network').selectAll().where(column, '=', selector).executeTakeFirst()
  if (!row) throw notFound(LABEL, selector)
  return row
}

function checked({ physical_network, vlan, prefix, next_hop, dns_servers, hosts }: Settings): Settings {
  const net = networkOf(netOf(prefix))
  const settings = { physical_network, vlan, prefix: formatNet(net), next_hop, dns_servers, hosts }
  const problem = nextHopProblem(settings.prefix, next_hop)
  if (problem) throw invalidValue('next_hop', problem)
  if (dns_servers.length > MAX_DNS_SERVERS)
    throw invalidValue('dns_servers', `an external network has at most ${MAX_DNS_SERVERS} DNS servers`)
  if (hosts.length > MAX_GATEWAY_HOSTS)
    throw invalidValue('hosts', `an external network has at most ${MAX_GATEWAY_HOSTS} hosts`)
  if (new Set(hosts).size < hosts.length) throw invalidValue('hosts', 'a host can be listed only once')
  return settings
}

async function findPools(ctx: Ctx, selectors: readonly string[]): Promise<IpPoolRow[]> {
  if (selectors.length > MAX_EXTERNAL_NETWORK_POOLS)
    throw invalidValue('ip_pools', `an external network has at most ${MAX_EXTERNAL_NETWORK_POOLS} IP pools`)
  const pools = new Map<string, IpPoolRow>()
  for (const selector of selectors) {
    const pool = await findIpPool(ctx, selector, 'admin')
    pools.set(pool.id, pool)
  }
  return [...pools.values()]
}

/** Puts these pools in the network, takes the others out, and wakes every VPC that one of them matters to. */
async function placePools(
  ctx: Ctx,
  row: ExternalNetworkRow,
  pools: readonly IpPoolRow[],
  known: readonly IpPoolRow[] = [],
): Promise<void> {
  for (const pool of pools) {
    if (pool.external_network_id !== null && pool.external_network_id !== row.id)
      throw invalidRequest(`IP pool ${pool.name} is in another external network; remove it there first`)
    const ranges = ctx.db.selectFrom('ip_pool_range').select('range').where('ip_pool_id', '=', pool.id)
    for (const { range } of await ranges.execute()) {
      const problem = poolRangeProblem(row, range)
      if (problem) throw invalidRequest(`IP pool ${pool.name} does not fit: ${problem}`)
    }
  }
  const wanted = new Set(pools.map(({ id }) => id))
  const removed = known.filter(({ id }) => !wanted.has(id))
  const place = (ids: readonly string[], external_network_id: string | null) =>
    ctx.db.updateTable('ip_pool').set({ external_network_id }).where('id', 'in', ids).execute()
  if (wanted.size > 0) await place([...wanted], row.id)
  if (removed.length > 0)
    await place(
      removed.map(({ id }) => id),
      null,
    )
  for (const { id } of [...pools, ...removed]) await touchVpcsUsingPool(ctx, id)
}

const poolsOf = (db: Queries, external_network_id: string): Promise<IpPoolRow[]> =>
  db.selectFrom('ip_pool').selectAll().where('external_network_id', '=', external_network_id).orderBy('id').execute()

async function withPools<R extends { id: string }>(db: Queries, rows: readonly R[]) {
  const ids = rows.map(({ id }) => id)
  const pools = await db
    .selectFrom('ip_pool')
    .select(['id', 'external_network_id'])
    .where('external_network_id', 'in', [...ids, ''])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    ...row,
    ip_pool_ids: pools.filter((pool) => pool.external_network_id === row.id).map(({ id }) => id),
  }))
}

const shown = async <R extends { id: string }>(db: Queries, row: R) => (await withPools(db, [row]))[0]!

/** For the range of a pool: throws if the network of the pool does not have these addresses. */
export async function assertInExternalNetwork(
  ctx: Pick<Ctx, 'db'>,
  { external_network_id }: Pick<IpPoolRow, 'external_network_id'>,
  range: { first: string; last: string },
): Promise<void> {
  if (external_network_id === null) return
  const network = await ctx.db
    .selectFrom('external_network')
    .select(['name', 'prefix', 'next_hop'])
    .where('id', '=', external_network_id)
    .executeTakeFirstOrThrow()
  const problem = poolRangeProblem(network, range)
  if (problem) throw invalidRequest(`external network ${network.name}: ${problem}`)
}
