// The listening socket, plain or TLS, and how it closes: without cutting off responses, and without waiting forever.
import { createServer as createPlain, type Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Log } from '#control/frame/ports/host.ts'
import type { Host } from './http.ts'
import { isWebSocket, replayWithoutUpgrade } from './other-upgrades.ts'
import { startingHost } from './starting.ts'
import { BadOption, type Options } from '../options.ts'
import { makeTlsServer, reloadTls } from './tls.ts'

const CLOSE_TIMEOUT_MS = 5000
/** A connection on which nothing moves for this long is closed, or readers that never read would keep their responses in memory.
 * Live streams and WebSockets have heartbeats. */
const STALLED_TIMEOUT_MS = 120_000
/** Longer than load balancers and clients keep an idle connection, or they send a request just as it closes. Node's default is 5 s. */
const KEEP_ALIVE_MS = 75_000

export interface Listening {
  url: string
  close(): Promise<void>
}

export interface Bound extends Listening {
  /** Until then, callers are told that the server is starting. */
  serve(host: Host): void
  /** Reads the certificate again. Open connections keep theirs. */
  reload(log: Pick<Log, 'info' | 'error'>): void
}

/** Takes the port. */
export async function bind(
  options: Pick<Options, 'port' | 'host' | 'tls'>,
  { stalledMs = STALLED_TIMEOUT_MS } = {},
): Promise<Bound> {
  const { tls } = options
  let host = startingHost
  const server: Server = tls ? makeTlsServer(tls) : createPlain()
  server.setTimeout(stalledMs)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  // browsers open connections in advance; Node does not count one as idle before its first request
  const unused = new Set<Socket>()
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', (incoming, outgoing) => {
    unused.delete(incoming.socket)
    host.listener(incoming, outgoing)
  })
  server.on('upgrade', (incoming, socket, head) => {
    unused.delete(incoming.socket)
    if (!isWebSocket(incoming)) return replayWithoutUpgrade(server, incoming, socket, head)
    // a console may be silent for hours; pings find those whose other end is gone
    incoming.socket.setTimeout(0)
    host.upgrade(incoming, socket, head)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, options)))
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const name = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${port}`,
    serve: (given) => void (host = given),
    reload: (log) => void (tls && server instanceof TlsServer && reloadTls(server, tls, log)),
    close: () => close(server, host, unused),
  }
}

function close(server: Server, host: Host, unused: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    // a connection that finished its response becomes idle and would stay open for the next request
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    const giveUp = setTimeout(() => {
      server.closeAllConnections()
      done()
    }, CLOSE_TIMEOUT_MS)
    const done = () => {
      clearInterval(sweep)
      clearTimeout(giveUp)
      resolve()
    }
    server.close(done)
    for (const socket of unused) socket.destroy()
    host.endStreams()
  })
}

function explain(error: NodeJS.ErrnoException, { port, host }: Pick<Options, 'port' | 'host'>): Error {
  if (error.code === 'EADDRINUSE') return new BadOption(`port ${port} on ${host} is taken; choose another with --port`)
  if (error.code === 'EACCES') return new BadOption(`port ${port} needs privileges that this user does not have`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new BadOption(`${host} is not an address of this machine`)
  return error
}
