// What a simulated BGP neighbor says: it accepts every session, offers a default route, and keeps the session alive.
import type { BgpMessage, PeerSpec } from '../fabric.ts'

/** The neighbor's own number where the configuration accepts any. */
const ANY_ASN = 64_999
const DEFAULT_ROUTE = '0.0.0.0/0'
/** How many rounds of keepalives a switch remembers. */
const KEPT_ROUNDS = 8

const isIpv4 = (text: string) => !text.includes(':')

export const remoteAsn = ({ remote_asn }: PeerSpec) => remote_asn ?? ANY_ASN

export const importsOf = ({ addr, imports }: PeerSpec, id: number) =>
  isIpv4(addr) && (imports === null || imports.includes(DEFAULT_ROUTE))
    ? [{ id, prefix: DEFAULT_ROUTE, nexthop: addr }]
    : []

export interface SessionTimes {
  opened: number
  confirmed: number
  established: number
}

const entry = (time: number, direction: BgpMessage['direction'], message: BgpMessage['message']) => ({
  at: time,
  entry: { time: new Date(time).toISOString(), direction, message },
})

export function historyOf(peer: PeerSpec, times: SessionTimes, now: number): BgpMessage[] {
  const { local_asn, hold_time } = peer
  const keepalive = { type: 'keepalive' as const }
  const handshake = [
    entry(times.opened, 'sent', { type: 'open', asn: local_asn, hold_time }),
    entry(times.confirmed, 'received', { type: 'open', asn: remoteAsn(peer), hold_time }),
    entry(times.confirmed, 'sent', keepalive),
    entry(times.established, 'received', keepalive),
    entry(times.established, 'sent', { type: 'update', prefixes: peer.exports }),
    entry(times.established, 'received', { type: 'update', prefixes: importsOf(peer, 0).map(({ prefix }) => prefix) }),
  ]
  const rounds = peer.keepalive > 0 ? Math.floor((now - times.established) / (peer.keepalive * 1000)) : 0
  const kept = Array.from({ length: Math.max(0, Math.min(rounds, KEPT_ROUNDS)) }, (_, n) => rounds - n).reverse()
  const alive = kept.flatMap((round) => {
    const time = times.established + round * peer.keepalive * 1000
    return [entry(time, 'sent', keepalive), entry(time, 'received', keepalive)]
  })
  return [...handshake, ...alive].filter(({ at }) => at <= now).map((each) => each.entry)
}
