// The one rule for outgoing connections: this server must not become a way to reach its own services or the link-local metadata
// service of a cloud. Every resolved address is checked, and the connection goes to an address that passed, so a name that leads
// elsewhere the next time (DNS rebinding) gains nothing. Private networks stay allowed, because identity providers, webhooks and mail
// servers are often internal; uses.ts has the exception.
import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isOurAddress, isPrivateAddress, type IsRefused } from './addresses.ts'
import { type Allowances, flagOf, type UseName, USES } from './uses.ts'

/** What the connections of one use can reach. */
export interface Reach {
  /** Whether the operator has lifted the rule. */
  isAnywhere: boolean
  redirects: number
  /** Options of a connection to this host. Throws `RefusedAddress` if the host is a refused address. */
  to(host: string): { lookup: LookupFunction }
  /** For libraries that look names up themselves: they are given the address. */
  addressOf(host: string): Promise<string>
}

export type Outgoing = (use: UseName) => Reach

export const makeOutgoing =
  (allowed: Allowances = {}): Outgoing =>
  (use) => {
    const { option, private: privateNetworks, redirects } = USES[use]
    const hint = `${flagOf(option)} permits them`
    if (allowed[option]) return makeReach(() => false, { redirects, hint, isAnywhere: true })
    if (privateNetworks === 'allowed') return makeReach(isOurAddress, { redirects, hint })
    return makeReach((address) => isOurAddress(address) || isPrivateAddress(address), { redirects, hint })
  }

interface More {
  redirects?: number
  hint?: string
  isAnywhere?: boolean
}

export function makeReach(isRefused: IsRefused, { redirects = 0, hint = '', isAnywhere = false }: More = {}): Reach {
  const lookup = checkedLookup(isRefused, hint)
  return {
    isAnywhere,
    redirects,
    to(host) {
      // a literal address is never looked up
      const bare = host.replace(/^\[|\]$/g, '')
      if (isIP(bare) && isRefused(bare)) throw new RefusedAddress(hint)
      return { lookup }
    },
    addressOf: (host) =>
      new Promise((done, fail) => {
        lookup(host, {}, (error, address) => (error ? fail(error) : done(String(address))))
      }),
  }
}

export class RefusedAddress extends Error {
  constructor(hint: string) {
    super(`loopback, link-local and unspecified addresses, and those of this machine, are not allowed; ${hint}`)
  }
}

/** Never exists (RFC 6761), so nobody needs to be asked. The receivers of the demo world have such names. */
const cannotExist = (hostname: string) => /(^|\.)invalid\.?$/i.test(hostname)

/** For the `lookup` option of a connection: what it connects to is what was checked. */
const checkedLookup =
  (isRefused: IsRefused, hint: string): LookupFunction =>
  (hostname, options, done) => {
    if (cannotExist(hostname)) return done(new Error(`${hostname} does not exist`), [])
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (found.some(({ address }) => isRefused(address))) return done(new RefusedAddress(hint), [])
      if (options.all) return done(null, found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
