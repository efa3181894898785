// The caller's address and scheme, from the connection or, behind a trusted proxy, from its headers.
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Caller } from '#control/frame/ports/caller.ts'
import { browserOf, pendingLoginOf, sessionOf } from './cookies.ts'

type Wire = Pick<Caller, 'address' | 'secure'>

const forwarded = new WeakMap<IncomingMessage, Wire>()

const wireOf = (incoming: IncomingMessage): Wire =>
  forwarded.get(incoming) ?? {
    address: incoming.socket.remoteAddress ?? '',
    secure: (incoming.socket as Partial<TLSSocket>).encrypted === true,
  }

/** Use only where clients must come through the proxy: anyone else could forge these headers. */
export function trustProxy(incoming: IncomingMessage): void {
  const { address, secure } = wireOf(incoming)
  const protocol = lastOf(incoming.headers['x-forwarded-proto'])
  forwarded.set(incoming, {
    address: lastOf(incoming.headers['x-forwarded-for']) ?? address,
    secure: protocol === undefined ? secure : protocol === 'https',
  })
}

/** The proxy appends its value; anything before it came from the client. */
const lastOf = (header: string | string[] | undefined) => [header].flat().at(-1)?.split(',').at(-1)?.trim() || undefined

export const addressOf = (incoming: IncomingMessage) => wireOf(incoming).address
export const isTls = (incoming: IncomingMessage) => wireOf(incoming).secure

export function callerOf(incoming: IncomingMessage): Caller {
  const wire = wireOf(incoming)
  const { cookie } = incoming.headers
  return {
    ...wire,
    session: sessionOf(cookie),
    browser: browserOf(cookie, wire.secure),
    pendingLogin: pendingLoginOf(cookie),
  }
}
