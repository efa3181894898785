// Probes: small test machines for the network, placed on a chosen sled, in the subnet `default` of the VPC `default`.
import type { probe as operations } from '#contract/probe.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { giveAddress, takeAddress } from '../network/ip-pool-address.ts'
import { poolFor } from '../network/ip-pool.ts'
import { giveSubnetAddress, takeSubnetAddress } from '../network/network-interface-address.ts'
import { freeMac, placeOf } from '../network/network-interface-insert.ts'
import { assertFleet } from '../frame/fleet.ts'
import { findSled } from './sled.ts'
import { touchVpc } from '../network/desired/touch-vpc.ts'

const LAST_PORT = 65_535

export const probe = {
  async probe_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const project = await findProject(ctx, query.project!, 'list_children')
    const { items, next_page } = await page(query, rows(ctx).where('probe.project_id', '=', project.id), 'probe')
    return { items: items.map(shown), next_page }
  },

  async probe_view(ctx, { path, query }) {
    assertFleet(ctx, 'viewer')
    const { id } = await find(ctx, path.probe, query.project, 'read')
    return shown(await rows(ctx).where('probe.id', '=', id).executeTakeFirstOrThrow())
  },

  async probe_create(ctx, { query, body }) {
    assertFleet(ctx, 'admin')
    const project = await findProject(ctx, query.project, 'create_child')
    const sled = await findSled(ctx, body.sled)
    if (sled.policy_kind !== 'in_service' || sled.state !== 'active')
      throw invalidRequest(`sled ${sled.id} is not in service`)
    const { vpc, subnet } = await placeOf(ctx, project.id, { vpc_name: 'default', subnet_name: 'default' })
    const { ip, ip_key } = await takeSubnetAddress(ctx, subnet, null)
    const pool = await poolFor(ctx, project.silo_id, body.ip_pool)
    const external = await takeAddress(ctx, pool.id)
    const row = {
      ...newIdentity(ctx, body),
      project_id: project.id,
      silo_id: project.silo_id,
      sled_id: sled.id,
      vpc_id: vpc.id,
      subnet_id: subnet.id,
      interface_id: ctx.host.random.uuid(),
      mac: await freeMac(ctx, vpc.id),
      ip,
      ip_key,
      ip_pool_id: pool.id,
      external_ip: external.ip,
      external_ip_key: external.ip_key,
    }
    ctx.subject(row)
    await uniquely('probe', body.name, ctx.db.insertInto('probe').values(row).execute())
    await touchVpc(ctx, vpc.id)
    return { ...row, sled: sled.id }
  },

  async probe_delete(ctx, { path, query }) {
    assertFleet(ctx, 'admin')
    const row = ctx.subject(await find(ctx, path.probe, query.project, 'create_child'))
    await ctx.db.deleteFrom('probe').where('id', '=', row.id).execute()
    await giveSubnetAddress(ctx, row)
    await giveAddress(ctx, { ip_key: row.external_ip_key })
    await touchVpc(ctx, row.vpc_id)
  },
} satisfies Handlers<keyof typeof operations>

/** Unlike elsewhere, the contract requires the project even with an id, and it must be the probe's. */
async function find(ctx: Ctx, selector: string, projectSelector: string, action: 'read' | 'create_child') {
  const project = await findProject(ctx, projectSelector, action)
  const row = await ctx.db
    .selectFrom('probe')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row) throw notFound('probe', selector)
  return row
}

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('probe')
    .innerJoin('vpc', 'vpc.id', 'probe.vpc_id')
    .innerJoin('vpc_subnet', 'vpc_subnet.id', 'probe.subnet_id')
    .selectAll('probe')
    .select(['vpc.vni', 'vpc_subnet.ipv4_block'])

type Shown = RowOf<'probe'> & { vni: number; ipv4_block: string }

const shown = (row: Shown) => ({
  id: row.id,
  name: row.name,
  sled: row.sled_id,
  external_ips: [{ ip: row.external_ip, first_port: 0, last_port: LAST_PORT, kind: 'ephemeral' as const }],
  interface: {
    id: row.interface_id,
    kind: { type: 'probe' as const, id: row.id },
    name: row.name,
    ip: row.ip,
    mac: row.mac,
    subnet: row.ipv4_block,
    vni: row.vni,
    primary: true,
    slot: 0,
    transit_ips: [],
  },
})
