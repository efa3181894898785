// What the switches report about BGP: sessions, the routes they exchange, and their messages.
import { isIpv4Net } from '#contract/ip.ts'
import type { BgpMessage, BgpSession } from '#drivers/fabric.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { allSwitches, type SwitchLocation } from './find.ts'

export const bgpStatus = {
  async networking_bgp_status(ctx) {
    return (await reports(ctx)).flatMap(({ location, sessions }) =>
      sessions.map((session) => ({ ...session, switch: location })),
    )
  },

  /** By peer. IPv4 networks only, as in the contract. */
  async networking_bgp_exported(ctx) {
    const exports = new Map<string, Set<string>>()
    for (const { addr, state, exported } of (await reports(ctx)).flatMap(({ sessions }) => sessions)) {
      if (state !== 'established') continue
      const known = exports.get(addr) ?? new Set()
      exports.set(addr, new Set([...known, ...exported.filter(isIpv4Net)]))
    }
    return { exports: Object.fromEntries([...exports].map(([addr, networks]) => [addr, [...networks].sort()])) }
  },

  async networking_bgp_imported_routes_ipv4(ctx, { query }) {
    return (await reports(ctx, query.asn)).flatMap(({ location, sessions }) =>
      sessions.flatMap(({ imported }) => imported.map((route) => ({ ...route, switch: location }))),
    )
  },

  async networking_bgp_message_history(ctx, { query }) {
    const switch_histories = (await reports(ctx, query.asn))
      .filter(({ sessions }) => sessions.length > 0)
      .map(({ location, sessions }) => ({
        switch: location,
        history: Object.fromEntries(sessions.map(({ addr, history }) => [addr, byDirection(history)])),
      }))
    return { switch_histories }
  },
} satisfies Handlers<
  | 'networking_bgp_status'
  | 'networking_bgp_exported'
  | 'networking_bgp_imported_routes_ipv4'
  | 'networking_bgp_message_history'
>

/** The contract leaves the format open; this is the one that published clients read. */
function byDirection(history: readonly BgpMessage[]) {
  const only = (wanted: BgpMessage['direction']) =>
    history.filter(({ direction }) => direction === wanted).map(({ time, message }) => ({ time, message }))
  return { received: only('received'), sent: only('sent') }
}

interface Report {
  location: SwitchLocation
  sessions: BgpSession[]
}

/** Reports of every switch, filtered by AS number if given. */
async function reports(ctx: Ctx, asn?: number): Promise<Report[]> {
  assertFleet(ctx, 'viewer')
  const of = async ({ rack_id, location }: { rack_id: string; location: SwitchLocation }) => {
    const sessions = await ctx.host.fabric.bgpSessions({ rack_id, location })
    return { location, sessions: sessions.filter(({ local_asn }) => asn === undefined || local_asn === asn) }
  }
  return Promise.all((await allSwitches(ctx.db)).map(of))
}
