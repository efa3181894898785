// A subnet's addresses for interfaces: the first five are reserved for the network, the last is the broadcast address.
import { addressOf, addressOfKey, formatIp, holds, keyOf, type Range } from '#contract/ip.ts'
import { giveBack, takeExactly, takeLowest, type Taken } from './address-allocation.ts'
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import { RESERVED_ADDRESSES } from './vpc-subnet-blocks.ts'

type Subnet = Pick<RowOf<'vpc_subnet'>, 'id' | 'ipv4_block' | 'ipv4_first' | 'ipv4_last'>

export async function takeSubnetAddress(ctx: Pick<Ctx, 'db'>, subnet: Subnet, ip: string | null): Promise<Taken> {
  if (ip) return takeAsked(ctx, subnet, ip)
  const taken = await takeLowest(ctx.db, subnet.id)
  if (!taken) throw invalidRequest('No available IP addresses for interface')
  return taken
}

async function takeAsked(ctx: Pick<Ctx, 'db'>, subnet: Subnet, asked: string): Promise<Taken> {
  const address = addressOf(asked)
  const range = rangeOf(subnet)
  const taken = { ip: formatIp(address), ip_key: keyOf(address) }
  if (!holds(range, address)) throw invalidRequest(`${taken.ip} is outside subnet ${subnet.ipv4_block}`)
  if (address.value < range.first + RESERVED_ADDRESSES)
    throw invalidRequest('The first 5 addresses of a subnet are reserved')
  if (address.value === range.last) throw invalidRequest('Cannot request a broadcast address')
  if (!(await takeExactly(ctx.db, subnet.id, taken.ip_key)))
    throw invalidRequest(`The IP address '${taken.ip}' is not available`)
  return taken
}

export const giveSubnetAddress = (ctx: Pick<Ctx, 'db'>, row: { subnet_id: string; ip_key: string }): Promise<void> =>
  giveBack(ctx.db, blockOf(row.subnet_id), row.ip_key)

const blockOf = (id: string) => ({ space_id: id, vpc_subnet_id: id })

const rangeOf = ({ ipv4_first, ipv4_last }: Subnet): Range => ({
  version: 4,
  first: addressOfKey(ipv4_first).value,
  last: addressOfKey(ipv4_last).value,
})
