// IP pools, for operators and for silos linked to them. Ranges are in ip-pool-range.ts, links to silos in ip-pool-silo.ts.
import { addressOfKey, sizeOf } from '#contract/ip.ts'
import { atLeast, maySilo, type Role } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { Failure, forbidden, invalidRequest, isUuid, notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import { findSilo } from '../frame/find-silo.ts'
import { touchVpcsOfPool } from './desired/touch-vpc.ts'

export type IpPoolRow = RowOf<'ip_pool'>

/** The control plane's own pool, which silos cannot use and which has its own operations. */
export const SERVICE_POOL = {
  id: '001de000-9001-4000-8000-000000000000',
  name: 'service-pool',
  description: 'Addresses of the control plane',
}

/** By name or id among all pools except the service pool. Callers who are not operators get 404. */
export async function findIpPool(ctx: Ctx, selector: string, role: Role): Promise<IpPoolRow> {
  const row = await ctx.db.selectFrom('ip_pool').selectAll().where(named(selector), '=', selector).executeTakeFirst()
  if (!row || row.id === SERVICE_POOL.id) throw notFound('ip-pool', selector)
  return reached(ctx, row, selector, role)
}

export async function findServicePool(ctx: Ctx, role: Role): Promise<IpPoolRow> {
  const row = await ctx.db.selectFrom('ip_pool').selectAll().where('id', '=', SERVICE_POOL.id).executeTakeFirst()
  if (!row) throw notFound('ip-pool', SERVICE_POOL.name)
  return reached(ctx, row, SERVICE_POOL.name, role)
}

function reached(ctx: Ctx, row: IpPoolRow, selector: string, role: Role): IpPoolRow {
  assertFleetThing(ctx, 'ip-pool', selector, role)
  return row
}

const named = (selector: string) => (isUuid(selector) ? 'ip_pool.id' : 'ip_pool.name')

/** Pools linked to the silo, with whether each is its default. */
const linkedPools = (ctx: Pick<Ctx, 'db'>, silo_id: string) =>
  ctx.db
    .selectFrom('ip_pool')
    .innerJoin('ip_pool_silo', 'ip_pool_silo.ip_pool_id', 'ip_pool.id')
    .selectAll('ip_pool')
    .select('ip_pool_silo.is_default')
    .where('ip_pool_silo.silo_id', '=', silo_id)

export type LinkedPool = IpPoolRow & { is_default: boolean }

/** Every member of a linked silo can read the pool. */
export async function findLinkedPool(ctx: Ctx, selector: string): Promise<LinkedPool> {
  const pools = linkedPools(ctx, actorOf(ctx).silo_id).where(named(selector), '=', selector)
  const row = await pools.executeTakeFirst()
  if (!row) throw notFound('ip-pool', selector)
  return row
}

/** Undefined if the silo has none. */
export const defaultPoolOf = (ctx: Pick<Ctx, 'db'>, silo_id: string): Promise<LinkedPool | undefined> =>
  linkedPools(ctx, silo_id).where('ip_pool_silo.is_default', '=', true).executeTakeFirst()

/** The pool to allocate from: the named one, else the default. */
export async function poolFor(ctx: Ctx, silo_id: string, selector?: string | null): Promise<LinkedPool> {
  if (selector) return findLinkedPool(ctx, selector)
  const pool = await defaultPoolOf(ctx, silo_id)
  if (!pool) throw new Failure('ObjectNotFound', 'not found: default IP pool for current silo')
  return pool
}

export const ipPool = {
  async project_ip_pool_list(ctx, { query }) {
    const actor = actorOf(ctx)
    if (!maySilo(actor, actor.silo_id, 'list_children')) throw forbidden()
    return page(query, linkedPools(ctx, actor.silo_id), 'ip_pool')
  },

  async project_ip_pool_view(ctx, { path }) {
    return findLinkedPool(ctx, path.pool)
  },

  async silo_ip_pool_list(ctx, { path, query }) {
    const actor = actorOf(ctx)
    const silo = await findSilo(ctx, path.silo, 'read')
    if (!atLeast(actor.fleet, 'viewer') && !maySilo(actor, silo.id, 'list_children')) throw forbidden()
    return page(query, linkedPools(ctx, silo.id), 'ip_pool')
  },

  async ip_pool_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('ip_pool').selectAll().where('id', '<>', SERVICE_POOL.id), 'ip_pool')
  },

  async ip_pool_create(ctx, { body }) {
    assertFleet(ctx, 'admin')
    const insert = ctx.db.insertInto('ip_pool').values(newIdentity(ctx, body)).returningAll()
    return ctx.subject(await uniquely('ip-pool', body.name, insert.executeTakeFirstOrThrow()), FLEET)
  },

  async ip_pool_view(ctx, { path }) {
    return findIpPool(ctx, path.pool, 'viewer')
  },

  async ip_pool_service_view(ctx) {
    return findServicePool(ctx, 'viewer')
  },

  async ip_pool_update(ctx, { path, body }) {
    const pool = ctx.subject(await findIpPool(ctx, path.pool, 'admin'), FLEET)
    return updateIdentity(ctx, 'ip_pool', 'ip-pool', pool, body)
  },

  /** Refused while it has ranges; its links are deleted with it. */
  async ip_pool_delete(ctx, { path }) {
    const pool = ctx.subject(await findIpPool(ctx, path.pool, 'admin'), FLEET)
    const range = ctx.db.selectFrom('ip_pool_range').select('id').where('ip_pool_id', '=', pool.id).limit(1)
    if (await range.executeTakeFirst()) throw invalidRequest('IP Pool cannot be deleted while it contains IP ranges')
    await touchVpcsOfPool(ctx, pool.id)
    await ctx.db.deleteFrom('ip_pool').where('id', '=', pool.id).execute()
  },

  async ip_pool_utilization_view(ctx, { path }) {
    const pool = await findIpPool(ctx, path.pool, 'viewer')
    const ranges = await ctx.db.selectFrom('ip_pool_range').selectAll().where('ip_pool_id', '=', pool.id).execute()
    const of = (version: 4 | 6) => {
      const own = ranges.filter((range) => addressOfKey(range.first_key).version === version)
      return {
        allocated: own.reduce((sum, range) => sum + BigInt(range.allocated), 0n),
        capacity: own.reduce((sum, range) => sum + sizeOf(spanOf(range)), 0n),
      }
    }
    const [ipv4, ipv6] = [of(4), of(6)]
    return {
      ipv4: { allocated: Number(ipv4.allocated), capacity: Number(ipv4.capacity) },
      ipv6: { allocated: String(ipv6.allocated), capacity: String(ipv6.capacity) },
    }
  },
} satisfies Handlers<
  | 'project_ip_pool_list'
  | 'project_ip_pool_view'
  | 'silo_ip_pool_list'
  | 'ip_pool_list'
  | 'ip_pool_create'
  | 'ip_pool_view'
  | 'ip_pool_service_view'
  | 'ip_pool_update'
  | 'ip_pool_delete'
  | 'ip_pool_utilization_view'
>

function spanOf({ first_key, last_key }: RowOf<'ip_pool_range'>) {
  const { version, value } = addressOfKey(first_key)
  return { version, first: value, last: addressOfKey(last_key).value }
}
