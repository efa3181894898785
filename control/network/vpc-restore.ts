// Brings back a deleted VPC with its rules, routers, gateways and the subnets deleted from it.
import type { Wire } from '#contract/api.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { KeptRows } from '../db/tables/deleted/kept.ts'
import type { Ctx } from '../frame/context.ts'
import { Failure, alreadyExists } from '../frame/errors.ts'
import { keptRowsOf, type KeptThing } from '../frame/kept.ts'
import { freeVni } from './vpc-contents.ts'
import { restoreSubnet } from './vpc-subnet-blocks.ts'
import { touchVpc } from './desired/touch-vpc.ts'

type LeftOut = Wire<'DeletedLeftOut'>

/** Everything of a VPC without subnets. */
export async function rowsToKeep(db: Queries, { id }: { id: string }): Promise<KeptRows> {
  const of = (table: 'vpc_router' | 'internet_gateway' | 'firewall_rule') =>
    db.selectFrom(table).selectAll().where('vpc_id', '=', id).execute()
  const [vpc_router, internet_gateway] = [await of('vpc_router'), await of('internet_gateway')]
  const routers = vpc_router.map((router) => router.id)
  const gateways = internet_gateway.map((gateway) => gateway.id)
  const inGateways = (table: 'internet_gateway_ip_pool' | 'internet_gateway_ip_address') =>
    gateways.length === 0 ? [] : db.selectFrom(table).selectAll().where('internet_gateway_id', 'in', gateways).execute()
  return {
    vpc: await db.selectFrom('vpc').selectAll().where('id', '=', id).execute(),
    vpc_router,
    vpc_router_route: await db
      .selectFrom('vpc_router_route')
      .selectAll()
      .where('vpc_router_id', 'in', routers)
      .execute(),
    internet_gateway,
    internet_gateway_ip_pool: await inGateways('internet_gateway_ip_pool'),
    internet_gateway_ip_address: await inGateways('internet_gateway_ip_address'),
    firewall_rule: await of('firewall_rule'),
  }
}

export async function restoreVpc(ctx: Ctx, thing: KeptThing, name: string): Promise<LeftOut[]> {
  const [kept] = keptRowsOf(thing, 'vpc')
  const named = ctx.db.selectFrom('vpc').select('id').where('project_id', '=', kept!.project_id)
  if (await named.where('name', '=', name).executeTakeFirst()) throw alreadyExists('vpc', name)
  const sameVni = ctx.db.selectFrom('vpc').select('id').where('vni', '=', kept!.vni)
  const vni = (await sameVni.executeTakeFirst()) ? await freeVni(ctx) : kept!.vni
  const vpc = { ...kept!, name, vni }
  await ctx.db.insertInto('vpc').values(vpc).execute()
  for (const table of ['vpc_router', 'vpc_router_route', 'internet_gateway', 'firewall_rule'] as const) {
    // each has the columns of its own table, which Kysely cannot follow by name
    const rows = keptRowsOf(thing, table) as RowOf<'vpc_router'>[]
    if (rows.length > 0)
      await ctx.db
        .insertInto(table as 'vpc_router')
        .values(rows)
        .execute()
  }
  const addresses = keptRowsOf(thing, 'internet_gateway_ip_address')
  if (addresses.length > 0) await ctx.db.insertInto('internet_gateway_ip_address').values(addresses).execute()
  const unlinked = await restorePools(ctx, thing)
  const subnets = await restoreSubnets(ctx, vpc)
  await touchVpc(ctx, vpc.id)
  return [...unlinked, ...subnets]
}

/** Pools that were unlinked from the silo meanwhile are left out, as unlinking them would have done. */
async function restorePools(ctx: Ctx, thing: KeptThing): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const link of keptRowsOf(thing, 'internet_gateway_ip_pool')) {
    const linked = ctx.db.selectFrom('ip_pool_silo').select('ip_pool_id').where('ip_pool_id', '=', link.ip_pool_id)
    if (await linked.where('silo_id', '=', thing.silo_id).executeTakeFirst())
      await ctx.db.insertInto('internet_gateway_ip_pool').values(link).execute()
    else leftOut.push({ noun: 'ip_pool', id: link.ip_pool_id, name: link.name, reason: 'deleted' })
  }
  return leftOut
}

/** The last deleted first: of two with the same name or addresses, the newer one comes back. */
async function restoreSubnets(ctx: Ctx, vpc: RowOf<'vpc'>): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  const kept = ctx.db
    .selectFrom('deleted')
    .selectAll()
    .where('parent_id', '=', vpc.id)
    .where('time_final', '>', ctx.now)
  for (const thing of await kept.orderBy('time_deleted', 'desc').orderBy('id', 'desc').execute()) {
    const [row] = keptRowsOf(thing, 'vpc_subnet')
    try {
      await restoreSubnet(ctx, vpc, row!, keptRowsOf(thing, 'vpc_router_route'))
      await ctx.db.deleteFrom('deleted').where('id', '=', thing.id).execute()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const reason = error.code === 'ObjectAlreadyExists' ? 'name_taken' : 'address_taken'
      leftOut.push({ noun: 'vpc_subnet', id: row!.id, name: row!.name, reason })
    }
  }
  return leftOut
}
