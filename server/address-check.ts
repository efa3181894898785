// Which addresses this server connects to when a person tells it where to. It must not become a way to reach its own loopback services
// or the link-local metadata service of a cloud, so every resolved address is checked, and the connection goes to an address that
// passed. Private networks stay allowed: identity providers, webhooks and mail servers are often internal.
import dns from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

/** True for addresses that must not be connected to. */
export type IsRefused = (address: string) => boolean

const local = new BlockList()
local.addSubnet('0.0.0.0', 8, 'ipv4')
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('169.254.0.0', 16, 'ipv4')
local.addSubnet('224.0.0.0', 4, 'ipv4')
local.addAddress('255.255.255.255', 'ipv4')
local.addAddress('::', 'ipv6')
local.addAddress('::1', 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addSubnet('ff00::', 8, 'ipv6')
// both embed an IPv4 address, which a translating gateway would connect to
local.addSubnet('64:ff9b::', 96, 'ipv6')
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
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/** Networks that cannot be reached from the internet. */
export const isPrivateAddress: IsRefused = (address) => isIn(privateNetworks, address)

/** A literal address is not looked up, so it must be checked before. */
export function assertLiteralAllowed(hostname: string, isRefused: IsRefused): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isRefused(host)) throw new RefusedAddress()
}

export class RefusedAddress extends Error {
  constructor() {
    super('loopback, link-local and unspecified addresses, and those of this machine, are not allowed')
  }
}

/** Never exists (RFC 6761), so nobody needs to be asked. The receivers of the demo world have such names. */
const cannotExist = (hostname: string) => /(^|\.)invalid\.?$/i.test(hostname)

/** For the `lookup` option of a connection: what it connects to is what was checked. */
export const checkedLookup =
  (isRefused: IsRefused): LookupFunction =>
  (hostname, options, done) => {
    if (cannotExist(hostname)) return done(new Error(`${hostname} does not exist`), [])
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (found.some(({ address }) => isRefused(address))) return done(new RefusedAddress(), [])
      if (options.all) return done(null, found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }

/** For libraries that look names up themselves: they are given the address. */
export function checkedAddress(hostname: string, isRefused: IsRefused): Promise<string> {
  return new Promise((done, fail) => {
    checkedLookup(isRefused)(hostname, {}, (error, address) => {
      if (error) fail(error)
      else done(String(address))
    })
  })
}
