// Every write that changes what a VPC's network should be calls one of these, in its transaction: the network loop applies the new
// generation, and the response waits a moment for it to be in force.
import { sql } from 'kysely'
import type { Ctx } from '../../frame/context.ts'

type TouchCtx = Pick<Ctx, 'db' | 'now' | 'poke' | 'touchedVpcs'>

/** Raises the generation wanted. Once per transaction is enough, whatever else it changes before or after. */
export async function touchVpc(ctx: TouchCtx, vpc_id: string): Promise<void> {
  if (ctx.touchedVpcs.has(vpc_id)) return
  const { wanted } = await ctx.db
    .insertInto('vpc_network')
    .values({ vpc_id, wanted: 1, in_force: 0, time_wanted: ctx.now })
    .onConflict((known) =>
      known.column('vpc_id').doUpdateSet({
        wanted: sql<number>`vpc_network.wanted + 1`,
        // what waits already has waited since then
        time_wanted: sql<string>`case when vpc_network.wanted > vpc_network.in_force then vpc_network.time_wanted else ${ctx.now} end`,
      }),
    )
    .returning('wanted')
    .executeTakeFirstOrThrow()
  ctx.touchedVpcs.set(vpc_id, wanted)
  ctx.poke('network')
}

/** The VPC of an instance; none for an instance without interfaces. */
export async function touchVpcOfInstance(ctx: TouchCtx, instance_id: string): Promise<void> {
  const nic = ctx.db.selectFrom('network_interface').select('vpc_id').where('instance_id', '=', instance_id).limit(1)
  const found = await nic.executeTakeFirst()
  if (found) await touchVpc(ctx, found.vpc_id)
}

/** The VPC of a router. */
export async function touchVpcOfRouter(ctx: TouchCtx, router_id: string): Promise<void> {
  const router = ctx.db.selectFrom('vpc_router').select('vpc_id').where('id', '=', router_id)
  await touchVpc(ctx, (await router.executeTakeFirstOrThrow()).vpc_id)
}

/** The VPC of an internet gateway. */
export async function touchVpcOfGateway(ctx: TouchCtx, gateway_id: string): Promise<void> {
  const gateway = ctx.db.selectFrom('internet_gateway').select('vpc_id').where('id', '=', gateway_id)
  await touchVpc(ctx, (await gateway.executeTakeFirstOrThrow()).vpc_id)
}

/** Every VPC that a pool matters to: with gateways that use it, or with addresses from it. */
export async function touchVpcsUsingPool(ctx: TouchCtx, ip_pool_id: string): Promise<void> {
  await touchVpcsOfPool(ctx, ip_pool_id)
  for (const table of ['external_ip', 'floating_ip'] as const) {
    const holders = await ctx.db
      .selectFrom(table)
      .innerJoin('network_interface', 'network_interface.instance_id', `${table}.instance_id`)
      .select('network_interface.vpc_id')
      .distinct()
      .where(`${table}.ip_pool_id`, '=', ip_pool_id)
      .execute()
    for (const { vpc_id } of holders) await touchVpc(ctx, vpc_id)
  }
  const probes = ctx.db.selectFrom('probe').select('vpc_id').distinct().where('ip_pool_id', '=', ip_pool_id)
  for (const { vpc_id } of await probes.execute()) await touchVpc(ctx, vpc_id)
}

/** The VPCs with gateways that use a pool; those of one silo, if given. Call it before links are deleted and after they are made. */
export async function touchVpcsOfPool(ctx: TouchCtx, ip_pool_id: string, silo_id?: string): Promise<void> {
  const linked = ctx.db
    .selectFrom('internet_gateway_ip_pool')
    .innerJoin('internet_gateway', 'internet_gateway.id', 'internet_gateway_ip_pool.internet_gateway_id')
    .innerJoin('vpc', 'vpc.id', 'internet_gateway.vpc_id')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select('vpc.id')
    .distinct()
    .where('internet_gateway_ip_pool.ip_pool_id', '=', ip_pool_id)
    .$if(silo_id !== undefined, (all) => all.where('project.silo_id', '=', silo_id!))
  for (const { id } of await linked.execute()) await touchVpc(ctx, id)
}
