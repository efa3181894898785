// Links between silos and pools, and each silo's default pool. The gateways of the silo's VPCs follow the default.
import { sql } from 'kysely'
import type { Ctx, Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { alreadyExists, Failure, invalidRequest } from '../frame/errors.ts'
import { newIdentity } from '../frame/identity.ts'
import { defaultPoolOf, findIpPool, type IpPoolRow } from './ip-pool.ts'
import { pageBy } from '../frame/page.ts'
import { findSilo, type SiloRow } from '../frame/find-silo.ts'
import { touchVpcsOfPool } from './desired/touch-vpc.ts'

type Link = RowOf<'ip_pool_silo'>

export const ipPoolSilo = {
  async ip_pool_silo_list(ctx, { path, query }) {
    const pool = await findIpPool(ctx, path.pool, 'viewer')
    const links = ctx.db
      .selectFrom('ip_pool_silo')
      .innerJoin('silo', 'silo.id', 'ip_pool_silo.silo_id')
      .selectAll('ip_pool_silo')
      .where('ip_pool_silo.ip_pool_id', '=', pool.id)
      .where('silo.discoverable', '=', true)
    return pageBy(query, links, [{ column: 'ip_pool_silo.silo_id', text: (row) => row.silo_id }])
  },

  async ip_pool_silo_link(ctx, { path, body }) {
    const [pool, silo] = await findBoth(ctx, path.pool, body.silo)
    const refused = alreadyExists('ip-pool-resource', idOf(pool, silo))
    if (await linkOf(ctx, pool, silo)) throw refused
    if (body.is_default && (await defaultPoolOf(ctx, silo.id))) throw refused
    const link = { ip_pool_id: pool.id, silo_id: silo.id, is_default: body.is_default }
    await ctx.db.insertInto('ip_pool_silo').values(link).execute()
    if (body.is_default) await addToGateways(ctx, pool, silo)
    await touchVpcsOfPool(ctx, pool.id, silo.id)
    return link
  },

  async ip_pool_silo_update(ctx, { path, body: { is_default } }) {
    const [pool, silo] = await findBoth(ctx, path.pool, path.silo)
    const link = await existing(ctx, pool, silo)
    if (is_default) {
      const links = ctx.db.updateTable('ip_pool_silo').set({ is_default: false })
      await links.where('silo_id', '=', silo.id).where('is_default', '=', true).execute()
    }
    await ctx.db.updateTable('ip_pool_silo').set({ is_default }).where(at(link)).execute()
    return { ...link, is_default }
  },

  async ip_pool_silo_unlink(ctx, { path }) {
    const [pool, silo] = await findBoth(ctx, path.pool, path.silo)
    const link = await existing(ctx, pool, silo)
    for (const table of ['floating_ip', 'external_ip', 'probe'] as const) {
      const used = ctx.db.selectFrom(table).select('id').where(at(link)).limit(1)
      if (await used.executeTakeFirst())
        throw invalidRequest('IP addresses from this pool are in use in the linked silo')
    }
    await touchVpcsOfPool(ctx, pool.id, silo.id)
    await ctx.db
      .deleteFrom('internet_gateway_ip_pool')
      .where('ip_pool_id', '=', pool.id)
      .where('internet_gateway_id', 'in', gatewaysOf(ctx, silo))
      .execute()
    await ctx.db.deleteFrom('ip_pool_silo').where(at(link)).execute()
  },
} satisfies Handlers<'ip_pool_silo_list' | 'ip_pool_silo_link' | 'ip_pool_silo_update' | 'ip_pool_silo_unlink'>

/** The event's subject is the pool, but members of the silo must see it. */
async function findBoth(ctx: Ctx, poolSelector: string, siloSelector: string): Promise<[IpPoolRow, SiloRow]> {
  const pool = await findIpPool(ctx, poolSelector, 'admin')
  const silo = await findSilo(ctx, siloSelector, 'read')
  return [ctx.subject(pool, { silo_id: silo.id }), silo]
}

const idOf = (pool: IpPoolRow, silo: SiloRow) => `(pool: ${pool.id}, silo: ${silo.id})`

const linkOf = (ctx: Ctx, pool: IpPoolRow, silo: SiloRow): Promise<Link | undefined> =>
  ctx.db
    .selectFrom('ip_pool_silo')
    .selectAll()
    .where('ip_pool_id', '=', pool.id)
    .where('silo_id', '=', silo.id)
    .executeTakeFirst()

async function existing(ctx: Ctx, pool: IpPoolRow, silo: SiloRow): Promise<Link> {
  const link = await linkOf(ctx, pool, silo)
  if (!link) throw new Failure('ObjectNotFound', `not found: ip-pool-resource with id "${idOf(pool, silo)}"`)
  return link
}

const at = ({ ip_pool_id, silo_id }: Link) => sql<boolean>`ip_pool_id = ${ip_pool_id} and silo_id = ${silo_id}`

const gatewaysOf = (ctx: Ctx, silo: SiloRow) =>
  ctx.db
    .selectFrom('internet_gateway')
    .innerJoin('vpc', 'vpc.id', 'internet_gateway.vpc_id')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .where('project.silo_id', '=', silo.id)
    .select('internet_gateway.id')

const TOGETHER = 100

/** A gateway that already has a link named default keeps it. */
async function addToGateways(ctx: Ctx, pool: IpPoolRow, silo: SiloRow): Promise<void> {
  const gateways = await gatewaysOf(ctx, silo).where('internet_gateway.name', '=', 'default').execute()
  const links = gateways.map((gateway) => ({ ...defaultLink(ctx, pool), internet_gateway_id: gateway.id }))
  for (let i = 0; i < links.length; i += TOGETHER) {
    const insert = ctx.db.insertInto('internet_gateway_ip_pool').values(links.slice(i, i + TOGETHER))
    await insert.onConflict((clash) => clash.columns(['internet_gateway_id', 'name']).doNothing()).execute()
  }
}

/** Also used for the gateway of a new VPC. */
export const defaultLink = (ctx: Ctx, pool: { id: string }) => ({
  ...newIdentity(ctx, { name: 'default', description: 'Created with the default pool of the silo' }),
  ip_pool_id: pool.id,
})
