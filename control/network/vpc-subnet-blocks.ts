// The address blocks a subnet can have, and its row with its system route.
import { bounds, formatIp, formatNet, holds, keyOf, netOf, within, type Net } from '#contract/ip.ts'
import { openBlock } from './address-allocation.ts'
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { alreadyExists, invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'

type Vpc = RowOf<'vpc'>
type Subnet = RowOf<'vpc_subnet'>

export interface NewSubnet {
  name: string
  description: string
  ipv4_block: string
  ipv6_block: string | null
  custom_router_id: string | null
}

export async function insertSubnet(ctx: Ctx, vpc: Vpc, body: NewSubnet): Promise<Subnet> {
  const ipv4 = checkIpv4(body.ipv4_block)
  const ipv6 = body.ipv6_block ? checkIpv6(vpc, body.ipv6_block) : await randomIpv6(ctx, vpc)
  const [keys4, keys6] = [keysOf(ipv4), keysOf(ipv6)]
  const row = {
    ...newIdentity(ctx, body),
    vpc_id: vpc.id,
    ipv4_block: formatNet(ipv4),
    ipv6_block: formatNet(ipv6),
    ipv4_first: keys4.first,
    ipv4_last: keys4.last,
    ipv6_first: keys6.first,
    ipv6_last: keys6.last,
    custom_router_id: body.custom_router_id,
  }
  await assertApart(ctx, vpc, 'ipv4', row)
  await assertApart(ctx, vpc, 'ipv6', row)
  const insert = ctx.db.insertInto('vpc_subnet').values(row).returningAll()
  const subnet = await uniquely('vpc-subnet', body.name, insert.executeTakeFirstOrThrow())
  await openBlock(ctx.db, { space_id: subnet.id, vpc_subnet_id: subnet.id }, hostSpan(ipv4))
  await insertRoute(ctx, vpc, subnet)
  return subnet
}

async function insertRoute(ctx: Ctx, vpc: Vpc, subnet: Subnet): Promise<void> {
  const named = followed(ctx, subnet.name)
  const route = {
    ...newIdentity(ctx, { ...named, description: 'Managed by the system while the subnet exists' }),
    ...named,
    vpc_router_id: vpc.system_router_id,
    kind: 'vpc_subnet' as const,
    vpc_subnet_id: subnet.id,
  }
  await ctx.db.insertInto('vpc_router_route').values(route).execute()
}

/** A subnet that was deleted, with its system route. Refuses if its name or its addresses are taken. */
export async function restoreSubnet(
  ctx: Ctx,
  vpc: Vpc,
  row: Subnet,
  routes: RowOf<'vpc_router_route'>[],
): Promise<void> {
  const named = ctx.db.selectFrom('vpc_subnet').select('id').where('vpc_id', '=', vpc.id).where('name', '=', row.name)
  if (await named.executeTakeFirst()) throw alreadyExists('vpc-subnet', row.name)
  await assertApart(ctx, vpc, 'ipv4', row)
  await assertApart(ctx, vpc, 'ipv6', row)
  const router = ctx.db
    .selectFrom('vpc_router')
    .select('id')
    .where('id', '=', row.custom_router_id ?? '')
  const custom_router_id = (await router.executeTakeFirst())?.id ?? null
  await ctx.db
    .insertInto('vpc_subnet')
    .values({ ...row, custom_router_id })
    .execute()
  const span = hostSpan(netOf(row.ipv4_block))
  await openBlock(ctx.db, { space_id: row.id, vpc_subnet_id: row.id }, span)
  for (const route of routes) await ctx.db.insertInto('vpc_router_route').values(route).execute()
}

/** The system route is renamed with its subnet. */
export async function renameRoute(ctx: Ctx, subnet: Subnet): Promise<void> {
  await ctx.db
    .updateTable('vpc_router_route')
    .set({ ...followed(ctx, subnet.name), time_modified: ctx.now })
    .where('vpc_subnet_id', '=', subnet.id)
    .execute()
}

function followed(ctx: Ctx, subnet: string) {
  // a subnet can have the name of a default route
  const taken = subnet === 'default-v4' || subnet === 'default-v6'
  return {
    name: taken ? `conflict-${subnet}-${ctx.host.random.uuid()}` : subnet,
    destination: { type: 'subnet' as const, value: subnet },
    target: { type: 'subnet' as const, value: subnet },
  }
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((net) => bounds(netOf(net)))
const MIN_PREFIX_LENGTH = 8
const MAX_PREFIX_LENGTH = 26

function checkIpv4(text: string): Net {
  const net = netOf(text)
  const range = bounds(net)
  const unlisted = invalidRequest('VPC Subnet IPv4 address ranges must be from a private range')
  if (!PRIVATE.some((block) => holds(block, { version: 4, value: range.first }))) throw unlisted
  if (net.width < MIN_PREFIX_LENGTH || net.width > MAX_PREFIX_LENGTH)
    throw invalidRequest(
      `VPC Subnet IPv4 address ranges must have prefix length between ${MIN_PREFIX_LENGTH} and ${MAX_PREFIX_LENGTH}, inclusive`,
    )
  // 192.168.0.0/15 starts in a private range and ends outside
  if (!PRIVATE.some((block) => within(range, block))) throw unlisted
  return net
}

function checkIpv6(vpc: Vpc, text: string): Net {
  const net = netOf(text)
  if (net.width !== 64 || !within(bounds(net), bounds(netOf(vpc.ipv6_prefix))))
    throw invalidRequest(
      `VPC Subnet IPv6 address range '${text}' is not valid for VPC with IPv6 prefix '${vpc.ipv6_prefix}'`,
    )
  return net
}

const BLOCKS = 1 << 16

async function randomIpv6(ctx: Ctx, vpc: Vpc): Promise<Net> {
  const base = bounds(netOf(vpc.ipv6_prefix)).first
  const block = (at: number): Net => ({ version: 6, address: base + (BigInt(at) << 64n), width: 64 })
  const [high = 0, low = 0] = ctx.host.random.bytes(2)
  const start = (high << 8) | low
  const used = ctx.db.selectFrom('vpc_subnet').select('ipv6_first').where('vpc_id', '=', vpc.id)
  const first = keysOf(block(start)).first
  if (!(await used.where('ipv6_first', '=', first).executeTakeFirst())) return block(start)
  const taken = new Set((await used.execute()).map((row) => row.ipv6_first))
  for (let step = 1; step < BLOCKS; step++) {
    const net = block((start + step) % BLOCKS)
    if (!taken.has(keysOf(net).first)) return net
  }
  throw invalidRequest('No free IPv6 address range is left in the VPC')
}

function keysOf(net: Net): { first: string; last: string } {
  const { version, first, last } = bounds(net)
  return { first: keyOf({ version, value: first }), last: keyOf({ version, value: last }) }
}

/** At the start of every block, for the gateway and other network services. */
export const RESERVED_ADDRESSES = 5n

/** Where instances of a subnet send what leaves it. */
export const gatewayIp = (ipv4_block: string): string =>
  formatIp({ version: 4, value: bounds(netOf(ipv4_block)).first + 1n })

/** The addresses for interfaces: all but the reserved ones and the last, the broadcast address. */
function hostSpan(ipv4: Net): { first_key: string; last_key: string } {
  const { version, first, last } = bounds(ipv4)
  return {
    first_key: keyOf({ version, value: first + RESERVED_ADDRESSES }),
    last_key: keyOf({ version, value: last - 1n }),
  }
}

/** Existing blocks never overlap, so only the last one that begins before the new one's end can overlap it. */
async function assertApart(ctx: Ctx, vpc: Vpc, family: 'ipv4' | 'ipv6', row: Omit<Subnet, 'id'>): Promise<void> {
  const nearest = await ctx.db
    .selectFrom('vpc_subnet')
    .select(`${family}_last as last`)
    .where('vpc_id', '=', vpc.id)
    .where(`${family}_first`, '<=', row[`${family}_last`])
    .orderBy(`${family}_first`, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (nearest && nearest.last >= row[`${family}_first`])
    throw invalidRequest(`IP address range '${row[`${family}_block`]}' conflicts with an existing subnet`)
}
