// Upgrades to anything but WebSocket are ignored, as HTTP allows. Node detaches the connection from its parser whenever a
// request asks for an upgrade, so the request is written back without those headers and the connection is parsed again.
import type { IncomingMessage, Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { Duplex } from 'node:stream'

/** Only a GET can become a WebSocket. A refusal after HEAD would have a body, which the client takes for the next response. */
export const isWebSocket = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket'

/** `curl --http2` sends these two with every request to a plain address. */
const DROPPED = ['upgrade', 'http2-settings']

export function replayWithoutUpgrade(server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2)
    if (DROPPED.includes(name.toLowerCase())) continue
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutDropped(value) : value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket)
}

const withoutDropped = (connection: string) =>
  connection
    .split(',')
    .map((token) => token.trim())
    .filter((token) => !DROPPED.includes(token.toLowerCase()))
    .join(', ') || 'keep-alive'
