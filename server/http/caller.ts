// Who is calling, as far as the wire tells; behind a proxy, as far as the proxy does.
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Caller } from '#control/frame/ports.ts'
import { sessionOf } from './cookies.ts'

type Wire = Omit<Caller, 'session'>

const told = new WeakMap<IncomingMessage, Wire>()

const wireOf = (incoming: IncomingMessage): Wire =>
  told.get(incoming) ?? {
    address: incoming.socket.remoteAddress ?? '',
    secure: (incoming.socket as Partial<TLSSocket>).encrypted === true,
  }

/** Only where nobody but the proxy can reach us: from anybody else these headers are a disguise. */
export function believeProxy(incoming: IncomingMessage): void {
  const { address, secure } = wireOf(incoming)
  const protocol = lastOf(incoming.headers['x-forwarded-proto'])
  told.set(incoming, {
    address: lastOf(incoming.headers['x-forwarded-for']) ?? address,
    secure: protocol === undefined ? secure : protocol === 'https',
  })
}

/** The proxy adds its word at the end; what stands before came with the request. */
const lastOf = (header: string | string[] | undefined) => [header].flat().at(-1)?.split(',').at(-1)?.trim() || undefined

export const addressOf = (incoming: IncomingMessage) => wireOf(incoming).address
export const isTls = (incoming: IncomingMessage) => wireOf(incoming).secure

export const callerOf = (incoming: IncomingMessage): Caller => ({
  ...wireOf(incoming),
  session: sessionOf(incoming.headers.cookie),
})
