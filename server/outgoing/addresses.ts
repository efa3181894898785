// Classes of addresses. reach.ts says which of them a connection can go to.
import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** True for addresses that must not be connected to. */
export type IsRefused = (address: string) => boolean

const local = new BlockList()
local.addSubnet('0.0.0.0', 8, 'ipv4')
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('169.254.0.0', 16, 'ipv4')
local.addSubnet('224.0.0.0', 4, 'ipv4')
local.addAddress('255.255.255.255', 'ipv4')
// the unspecified address, loopback, and IPv4 addresses in an obsolete notation
local.addSubnet('::', 96, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addSubnet('ff00::', 8, 'ipv6')
// these embed an IPv4 address, which a translating gateway would connect to
local.addSubnet('64:ff9b::', 96, 'ipv6')
local.addSubnet('64:ff9b:1::', 48, 'ipv6')
local.addSubnet('2001::', 32, 'ipv6')
local.addSubnet('2002::', 16, 'ipv6')

const isIn = (list: BlockList, address: string) => {
  const bare = address.split('%')[0] ?? ''
  return list.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6')
}

/** IPv4-mapped IPv6 addresses are checked as the IPv4 address they stand for. */
export const isLocalAddress: IsRefused = (address) => isIn(local, address)

/** Also the addresses of this machine, which lead to the same services as loopback. They can change while it runs. */
export const isOurAddress: IsRefused = (address) => {
  const own = new BlockList()
  for (const interfaces of Object.values(networkInterfaces()))
    for (const each of interfaces ?? []) own.addAddress(each.address, isIPv4(each.address) ? 'ipv4' : 'ipv6')
  return isLocalAddress(address) || isIn(own, address)
}

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.0.0.0', 24, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('198.18.0.0', 15, 'ipv4')
privateNetworks.addSubnet('240.0.0.0', 4, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fec0::', 10, 'ipv6')

/** Networks that cannot be reached from the internet. */
export const isPrivateAddress: IsRefused = (address) => isIn(privateNetworks, address)
