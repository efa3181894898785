// Subnets: the address blocks of a VPC, each with an optional custom router.
import type { vpcSubnet as operations } from '#contract/vpc-subnet.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, isUuid } from '../frame/errors.ts'
import { updateIdentity } from '../frame/identity.ts'
import { keep } from '../frame/kept.ts'
import { makeFinder } from '../frame/lookup.ts'
import { page, pageBy } from '../frame/page.ts'
import { findVpcRouter } from './vpc-router.ts'
import { insertSubnet, renameRoute } from './vpc-subnet-blocks.ts'
import { findVpc } from './vpc.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export const findVpcSubnet = makeFinder({
  table: 'vpc_subnet',
  label: 'vpc-subnet',
  param: 'subnet',
  parent: { column: 'vpc_id', finder: findVpc },
  idWith: 'when providing subnet as an ID, vpc and project should not be specified',
  nameWithout: 'subnet should either be an ID or vpc should be specified',
})

export const vpcSubnet = {
  async vpc_subnet_list(ctx, { query }) {
    const vpc = await findVpc(ctx, { vpc: query.vpc, project: query.project }, 'list_children')
    return page(query, ctx.db.selectFrom('vpc_subnet').selectAll().where('vpc_id', '=', vpc.id), 'vpc_subnet')
  },

  async vpc_subnet_create(ctx, { query, body }) {
    const vpc = await findVpc(ctx, query, 'create_child')
    const custom_router_id = await customRouter(ctx, vpc.id, body.custom_router)
    await touchVpc(ctx, vpc.id)
    return ctx.subject(await insertSubnet(ctx, vpc, { ...body, custom_router_id }), vpc)
  },

  async vpc_subnet_view(ctx, { path, query }) {
    return findVpcSubnet(ctx, { ...path, ...query }, 'read')
  },

  async vpc_subnet_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findVpcSubnet(ctx, { ...path, ...query }, 'modify'))
    const custom_router_id = await customRouter(ctx, row.vpc_id, body.custom_router)
    const subnet = await updateIdentity(ctx, 'vpc_subnet', 'vpc-subnet', row, body, { custom_router_id })
    if (subnet.name !== row.name) await renameRoute(ctx, subnet)
    await touchVpc(ctx, row.vpc_id)
    return subnet
  },

  async vpc_subnet_delete(ctx, { path, query }) {
    const row = ctx.subject(await findVpcSubnet(ctx, { ...path, ...query }, 'modify'))
    for (const table of ['network_interface', 'probe'] as const) {
      const user = ctx.db.selectFrom(table).select('id').where('subnet_id', '=', row.id).limit(1)
      if (await user.executeTakeFirst())
        throw invalidRequest('VPC Subnet cannot be deleted while network interfaces in the subnet exist')
    }
    const { silo_id, project_id, vpc_id: parent_id } = row
    const routes = ctx.db.deleteFrom('vpc_router_route').where('vpc_subnet_id', '=', row.id).returningAll()
    const vpc_router_route = await routes.execute()
    const vpc_subnet = await ctx.db.deleteFrom('vpc_subnet').where('id', '=', row.id).returningAll().execute()
    const rows = { vpc_subnet, vpc_router_route }
    await keep(ctx, { noun: 'vpc_subnet', row, silo_id, project_id, parent_id, rows })
    await touchVpc(ctx, row.vpc_id)
  },

  async vpc_subnet_list_network_interfaces(ctx, { path, query }) {
    const row = await findVpcSubnet(ctx, { ...path, vpc: query.vpc, project: query.project }, 'list_children')
    const nics = ctx.db.selectFrom('network_interface').selectAll().where('subnet_id', '=', row.id)
    if (query.sort_by === 'id_ascending') return page(query, nics, 'network_interface')
    // interfaces of different instances can share a name, so a name alone does not identify the end of a page
    return pageBy(query, nics, nameAndId, query.sort_by === 'name_descending' ? 'desc' : 'asc')
  },
} satisfies Handlers<keyof typeof operations>

const nameAndId = (['name', 'id'] as const).map((column) => ({
  column: `network_interface.${column}`,
  text: (row: { name: string; id: string }) => row[column],
}))

/** Null and absent both detach. */
async function customRouter(ctx: Ctx, vpc_id: string, selector: string | null): Promise<string | null> {
  if (selector === null) return null
  const router = await findVpcRouter(
    ctx,
    isUuid(selector) ? { router: selector } : { router: selector, vpc: vpc_id },
    'read',
  )
  if (router.vpc_id !== vpc_id)
    throw invalidRequest('a router can only be attached to a subnet when both belong to the same VPC')
  if (router.kind === 'system') throw invalidRequest('cannot attach a system router to a VPC subnet')
  return router.id
}
