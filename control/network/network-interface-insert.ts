// Inserts a network interface: finds the subnet in the instance's project and assigns an address and a MAC.
import type { Wire } from '#contract/api.ts'
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { insufficientCapacity, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { takeSubnetAddress } from './network-interface-address.ts'
import { touchVpc } from './desired/touch-vpc.ts'

type Wanted = Pick<Wire<'InstanceNetworkInterfaceCreate'>, 'name' | 'description' | 'vpc_name' | 'subnet_name'> & {
  ip: string | null
}

/** What a machine that runs has to do about it. */
interface Plug {
  plug?: RowOf<'network_interface'>['plug']
}

interface Place {
  vpc: RowOf<'vpc'>
  subnet: RowOf<'vpc_subnet'>
}

/** Callers who can change an instance can read its project's networks, so there is no further check. */
export async function placeOf(
  ctx: Ctx,
  project_id: string,
  { vpc_name, subnet_name }: Pick<Wanted, 'vpc_name' | 'subnet_name'>,
): Promise<Place> {
  const vpcs = ctx.db.selectFrom('vpc').selectAll().where('project_id', '=', project_id)
  const vpc = await vpcs.where('name', '=', vpc_name).executeTakeFirst()
  if (!vpc) throw notFound('vpc', vpc_name)
  const subnets = ctx.db.selectFrom('vpc_subnet').selectAll().where('vpc_id', '=', vpc.id)
  const subnet = await subnets.where('name', '=', subnet_name).executeTakeFirst()
  if (!subnet) throw notFound('vpc-subnet', subnet_name)
  return { vpc, subnet }
}

export async function insertInterface(
  ctx: Ctx,
  instance: { id: string },
  subnet: RowOf<'vpc_subnet'>,
  {
    name,
    description,
    ip,
    primary,
    plug = null,
  }: Pick<Wanted, 'name' | 'description' | 'ip'> & Pick<RowOf<'network_interface'>, 'primary'> & Plug,
): Promise<RowOf<'network_interface'>> {
  const row = {
    ...newIdentity(ctx, { name, description }),
    ...(await takeSubnetAddress(ctx, subnet, ip)),
    instance_id: instance.id,
    vpc_id: subnet.vpc_id,
    subnet_id: subnet.id,
    mac: await freeMac(ctx, subnet.vpc_id),
    primary,
    transit_ips: [],
    plug,
  }
  const insert = ctx.db.insertInto('network_interface').values(row).returningAll()
  await touchVpc(ctx, subnet.vpc_id)
  return uniquely('instance-network-interface', name, insert.executeTakeFirstOrThrow())
}

const MACS = { prefix: 'A84025', first: 0xf00000, last: 0xfeffff }
const TRIES = 1000

/** A random MAC from the guest range, unique within the VPC. */
export async function freeMac(ctx: Ctx, vpc_id: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [a = 0, b = 0, c = 0] = ctx.host.random.bytes(3)
    const suffix = MACS.first + (((a << 16) | (b << 8) | c) % (MACS.last - MACS.first + 1))
    const mac = `${MACS.prefix}${suffix.toString(16).toUpperCase()}`.match(/../g)!.join(':')
    if (!(await isTaken(ctx, vpc_id, mac))) return mac
  }
  throw insufficientCapacity('No free MAC address was found')
}

export async function isTaken(ctx: Ctx, vpc_id: string, mac: string): Promise<boolean> {
  for (const table of ['network_interface', 'probe'] as const) {
    const holders = ctx.db.selectFrom(table).select('id').where('vpc_id', '=', vpc_id).where('mac', '=', mac)
    if (await holders.executeTakeFirst()) return true
  }
  return false
}
