// Who is calling, as far as the wire tells.
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Caller } from '#control/ports.ts'
import { sessionOf } from './cookies.ts'

export const isTls = (incoming: IncomingMessage) => (incoming.socket as Partial<TLSSocket>).encrypted === true

export function callerOf(incoming: IncomingMessage): Caller {
  return {
    address: incoming.socket.remoteAddress ?? '',
    secure: isTls(incoming),
    session: sessionOf(incoming.headers.cookie),
  }
}
