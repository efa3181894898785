// Network interfaces, which connect an instance to the subnets of one VPC. Addresses are in network-interface-address.ts.
import { canInstance } from '#contract/instance-states.ts'
import { MAX_INTERFACES } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import type { networkInterface as operations } from '#contract/network-interface.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import { updateIdentity } from '../frame/identity.ts'
import { makeFinder, type Found } from '../frame/lookup.ts'
import { giveSubnetAddress } from './network-interface-address.ts'
import { insertInterface, placeOf } from './network-interface-insert.ts'
import { page } from '../frame/page.ts'
import { moveSnat } from './snat.ts'
import { checkTransitIps } from './transit-ips.ts'
import { findInstance } from '../frame/find-instance.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export type NetworkInterfaceRow = RowOf<'network_interface'>
type Attachment = Input<'instance_create'>['body']['network_interfaces']

export const findNetworkInterface = makeFinder({
  table: 'network_interface',
  label: 'instance-network-interface',
  param: 'interface',
  parent: { column: 'instance_id', finder: findInstance },
  idWith: 'when providing network_interface as an id instance and project should not be specified',
  nameWithout: 'network_interface should either be a UUID or instance should be specified',
})

export const networkInterface = {
  async instance_network_interface_list(ctx, { query }) {
    const { instance: selector, project } = query
    const instance = await findInstance(ctx, { instance: selector, project }, 'list_children')
    const rows = ctx.db.selectFrom('network_interface').selectAll().where('instance_id', '=', instance.id)
    return page(query, rows, 'network_interface')
  },

  async instance_network_interface_create(ctx, { query, body }) {
    const instance = await findInstance(ctx, query, 'create_child')
    if (!canInstance('update_network_interface', instance.run_state))
      throw invalidRequest('Instance must be stopped to attach a new network interface')
    return addInterface(ctx, instance, body)
  },

  async instance_network_interface_view(ctx, { path, query }) {
    return findNetworkInterface(ctx, { ...path, ...query }, 'read')
  },

  /** An interface can only become primary; it stops being primary when another one becomes it. */
  async instance_network_interface_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findNetworkInterface(ctx, { ...path, ...query }, 'modify'))
    if (!canInstance('update_network_interface', await stateOf(ctx, row)))
      throw invalidRequest('Instance must be stopped to update its network interfaces')
    const { primary, transit_ips } = body
    checkTransitIps(transit_ips)
    if (primary && !row.primary) {
      const others = ctx.db.updateTable('network_interface').set({ primary: false, time_modified: ctx.now })
      await others.where('instance_id', '=', row.instance_id).where('primary', '=', true).execute()
    }
    // the primary one stays, also if it was to go
    const plug = primary ? null : row.plug
    const changes = { primary: primary || row.primary, transit_ips, plug }
    await touchVpc(ctx, row.vpc_id)
    return updateIdentity(ctx, 'network_interface', 'instance-network-interface', row, body, changes)
  },

  async instance_network_interface_delete(ctx, { path, query }) {
    await removeInterface(ctx, ctx.subject(await findNetworkInterface(ctx, { ...path, ...query }, 'modify')))
  },
} satisfies Handlers<keyof typeof operations>

type Wanted = Input<'instance_network_interface_create'>['body']

/** The states of the instance are the caller's concern. `plug` if a machine that runs has to get it. */
export async function addInterface(
  ctx: Ctx,
  instance: Found<RowOf<'instance'>>,
  body: Wanted,
  plug: NetworkInterfaceRow['plug'] = null,
): Promise<NetworkInterfaceRow> {
  const { vpc, subnet } = await placeOf(ctx, instance.project_id, body)
  const held = await interfacesOf(ctx.db, instance.id)
  if (held.length >= MAX_INTERFACES)
    throw invalidRequest(`May not attach more than ${MAX_INTERFACES} network interfaces`)
  if (held.some((each) => each.vpc_id !== vpc.id))
    throw invalidRequest('Networking may not span multiple VPCs, and the instance has interfaces in another one')
  if (held.some((each) => each.subnet_id === subnet.id)) throw sameSubnet()
  const made = await insertInterface(ctx, instance, subnet, { ...body, primary: held.length === 0, plug })
  if (made.primary) await moveSnat(ctx, instance.id, vpc.id)
  return ctx.subject(made, instance)
}

/** Removes an interface of an instance without a machine. */
export async function removeInterface(ctx: Ctx, row: NetworkInterfaceRow): Promise<void> {
  if (!canInstance('detach_network_interface', await stateOf(ctx, row)))
    throw invalidRequest('Instance must be stopped or failed to detach a network interface')
  if (row.primary && (await interfacesOf(ctx.db, row.instance_id)).length > 1)
    throw invalidRequest('The primary interface may not be deleted while secondary interfaces are still attached')
  await unplug(ctx, row)
}

const sameSubnet = () => invalidRequest('Each interface must be in a distinct VPC Subnet')

async function stateOf(ctx: Ctx, row: NetworkInterfaceRow): Promise<RowOf<'instance'>['run_state']> {
  const instance = ctx.db.selectFrom('instance').select('run_state').where('id', '=', row.instance_id)
  return (await instance.executeTakeFirstOrThrow()).run_state
}

type Unplugging = Pick<Ctx, 'db' | 'now' | 'poke' | 'touchedVpcs'>

async function unplug(ctx: Unplugging, row: NetworkInterfaceRow): Promise<void> {
  await ctx.db.deleteFrom('network_interface').where('id', '=', row.id).execute()
  await giveSubnetAddress(ctx, row)
  await touchVpc(ctx, row.vpc_id)
}

/** The primary one first. */
export async function interfacesOf(db: Queries, instance_id: string): Promise<NetworkInterfaceRow[]> {
  const rows = db.selectFrom('network_interface').selectAll().where('instance_id', '=', instance_id)
  return rows.orderBy('primary', 'desc').orderBy('name').execute()
}

/** The interfaces of a new instance; the first becomes primary. */
export async function createInterfaces(
  ctx: Ctx,
  instance: { id: string; name: string; project_id: string },
  attachment: Attachment,
): Promise<void> {
  const wanted = wantedOf(instance.name, attachment)
  if (wanted.length > MAX_INTERFACES)
    throw invalidRequest(`An instance may not have more than ${MAX_INTERFACES} network interfaces`)
  if (new Set(wanted.map((each) => each.vpc_name)).size > 1)
    throw invalidRequest('All interfaces must be in the same VPC')
  if (new Set(wanted.map((each) => each.subnet_name)).size < wanted.length) throw sameSubnet()
  for (const [i, each] of wanted.entries()) {
    const { subnet } = await placeOf(ctx, instance.project_id, each)
    await insertInterface(ctx, instance, subnet, { ...each, primary: i === 0 })
  }
}

function wantedOf(instance: string, attachment: Attachment) {
  if (attachment.type === 'create') return attachment.params
  if (attachment.type === 'none') return []
  return [{ name: 'net0', description: defaultText(instance), vpc_name: 'default', subnet_name: 'default', ip: null }]
}

const defaultText = (instance: string) => `default primary interface for ${instance}`

/** When an instance is deleted. */
export async function removeInterfaces(ctx: Unplugging, instance_id: string): Promise<void> {
  for (const row of await interfacesOf(ctx.db, instance_id)) await unplug(ctx, row)
}

/** For the clone of an instance: in the same subnets, with addresses of their own. */
export async function copyInterfaces(ctx: Ctx, from: RowOf<'instance'>, to: RowOf<'instance'>): Promise<void> {
  for (const { name, description, subnet_id, primary, transit_ips } of await interfacesOf(ctx.db, from.id)) {
    const subnets = ctx.db.selectFrom('vpc_subnet').selectAll().where('id', '=', subnet_id)
    const own = description === defaultText(from.name) ? defaultText(to.name) : description
    const wanted = { name, description: own, ip: null, primary }
    const { id } = await insertInterface(ctx, to, await subnets.executeTakeFirstOrThrow(), wanted)
    await ctx.db.updateTable('network_interface').set({ transit_ips }).where('id', '=', id).execute()
  }
}
