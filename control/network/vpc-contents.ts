// The default contents of a VPC: the system router with the default routes, a subnet, a gateway, three firewall rules.
import { bits, bounds, formatNet, netOf, within, type Net } from '#contract/ip.ts'
import type { Ctx } from '../frame/context.ts'
import { sql } from 'kysely'
import type { RowOf } from '../db/database.ts'
import { insufficientCapacity, invalidRequest } from '../frame/errors.ts'
import { rulesOf } from './firewall-defaults.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { defaultPoolOf } from './ip-pool.ts'
import type { ProjectRow } from '../frame/lookup.ts'
import { insertSubnet } from './vpc-subnet-blocks.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export interface NewVpc {
  name: string
  description: string
  dns_name: string
  ipv6_prefix?: string | null | undefined
}

export const createDefaultVpc = (ctx: Ctx, project: ProjectRow) =>
  createVpc(ctx, project, { name: 'default', description: 'Default VPC', dns_name: 'default' })

export async function createVpc(ctx: Ctx, project: ProjectRow, body: NewVpc): Promise<RowOf<'vpc'>> {
  const prefix = body.ipv6_prefix ? checkPrefix(body.ipv6_prefix) : randomPrefix(ctx)
  const insert = ctx.db.insertInto('vpc').values({
    ...newIdentity(ctx, body),
    project_id: project.id,
    dns_name: body.dns_name,
    ipv6_prefix: formatNet(prefix),
    system_router_id: ctx.host.random.uuid(),
    vni: await freeVni(ctx),
  })
  const vpc = await uniquely('vpc', body.name, insert.returningAll().executeTakeFirstOrThrow())
  await furnishRouter(ctx, vpc)
  await furnishSubnet(ctx, vpc, prefix)
  await furnishGateway(ctx, vpc, project.silo_id)
  await ctx.db.insertInto('firewall_rule').values(rulesOf(ctx, vpc)).execute()
  await touchVpc(ctx, vpc.id)
  return vpc
}

const UNIQUE_LOCAL = bounds(netOf('fd00::/8'))

function checkPrefix(text: string): Net {
  const net = netOf(text)
  if (net.width !== 48 || !within(bounds(net), UNIQUE_LOCAL))
    throw invalidRequest('VPC IPv6 address ranges must be a /48 from the unique local range fd00::/8')
  return net
}

function randomPrefix(ctx: Ctx): Net {
  const chance = ctx.host.random.bytes(5).reduce((value, byte) => (value << 8n) | BigInt(byte), 0xfdn)
  return { version: 6, address: chance << BigInt(bits(6) - 48), width: 48 }
}

const VNIS = { first: 1024, last: 0xffffff }

/** A random unused network number; if it is taken, the next free one. */
export async function freeVni(ctx: Pick<Ctx, 'db' | 'host'>, { first, last } = VNIS): Promise<number> {
  const [a = 0, b = 0, c = 0] = ctx.host.random.bytes(3)
  const wanted = first + (((a << 16) | (b << 8) | c) % (last - first + 1))
  const taken = (vni: number) => ctx.db.selectFrom('vpc').select('vni').where('vni', '=', vni).executeTakeFirst()
  for (const start of [wanted, first]) {
    if (!(await taken(start))) return start
    const gap = await ctx.db
      .selectFrom('vpc')
      .select('vni')
      .where('vni', '>=', start)
      .where('vni', '<', last)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('vpc as next')
              .select('next.vni')
              .where('next.vni', '=', sql<number>`vpc.vni + 1`),
          ),
        ),
      )
      .orderBy('vni')
      .limit(1)
      .executeTakeFirst()
    if (gap) return gap.vni + 1
  }
  throw insufficientCapacity('No free virtual network was found')
}

async function furnishRouter(ctx: Ctx, vpc: RowOf<'vpc'>): Promise<void> {
  const description = 'The system adds a route to this router for each subnet'
  await ctx.db
    .insertInto('vpc_router')
    .values({
      ...newIdentity(ctx, { name: 'system', description }),
      id: vpc.system_router_id,
      vpc_id: vpc.id,
      kind: 'system',
    })
    .execute()
  const route = (name: string, value: string) => ({
    ...newIdentity(ctx, { name, description: 'The default route of a vpc' }),
    vpc_router_id: vpc.system_router_id,
    kind: 'default' as const,
    destination: { type: 'ip_net' as const, value },
    target: { type: 'internet_gateway' as const, value: 'default' },
  })
  await ctx.db
    .insertInto('vpc_router_route')
    .values([route('default-v4', '0.0.0.0/0'), route('default-v6', '::/0')])
    .execute()
}

async function furnishSubnet(ctx: Ctx, vpc: RowOf<'vpc'>, prefix: Net): Promise<void> {
  await insertSubnet(ctx, vpc, {
    name: 'default',
    description: `The default subnet for ${vpc.name}`,
    ipv4_block: '172.30.0.0/22',
    ipv6_block: formatNet({ version: 6, address: bounds(prefix).first, width: 64 }),
    custom_router_id: null,
  })
}

async function furnishGateway(ctx: Ctx, vpc: RowOf<'vpc'>, silo_id: string): Promise<void> {
  const description = 'Created with the VPC for outgoing traffic'
  const gateway = { ...newIdentity(ctx, { name: 'default', description }), vpc_id: vpc.id }
  await ctx.db.insertInto('internet_gateway').values(gateway).execute()
  const pool = await defaultPoolOf(ctx, silo_id)
  if (!pool) return
  const link = newIdentity(ctx, { name: 'default', description: 'The default pool of the silo' })
  await ctx.db
    .insertInto('internet_gateway_ip_pool')
    .values({ ...link, internet_gateway_id: gateway.id, ip_pool_id: pool.id })
    .execute()
}
