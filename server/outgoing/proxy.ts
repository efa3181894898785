// A proxy on loopback for a program that opens connections by itself and cannot be told the address that was checked. It leads to one
// server, and only whoever has its password can use it.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reach } from './reach.ts'

const CONNECT_MS = 20_000
const PORTS = { 'http:': 80, 'https:': 443 } as const

export interface Proxy {
  /** With its password, for `HTTPS_PROXY`. */
  url: string
  close(): Promise<void>
}

/** Rejects if the server cannot be reached, or must not be. */
export async function openProxy(reach: Reach, to: URL): Promise<Proxy> {
  const port = Number(to.port) || PORTS[to.protocol as keyof typeof PORTS]
  const host = await reach.addressOf(to.hostname.replace(/^\[|\]$/g, ''))
  // what is not there would otherwise be tried for minutes
  ;(await opened({ host, port })).destroy()
  const password = randomBytes(16).toString('hex')
  const expected = Buffer.from(`Basic ${Buffer.from(`backup:${password}`).toString('base64')}`)
  const mayPass = (request: IncomingMessage, target: string) => {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '')
    return target === `${to.hostname}:${port}` && given.length === expected.length && timingSafeEqual(given, expected)
  }
  const sockets = new Set<Duplex>()

  const server = createServer((request, response) => void pass(request, response))
  server.on('connection', (socket: Socket) => keep(socket))
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => void tunnel(request, socket, head))
  await once(server.listen(0, '127.0.0.1'), 'listening')

  function keep(socket: Duplex): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  async function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!mayPass(request, request.url ?? '')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const far = await opened({ host, port }).catch(() => undefined)
    if (!far) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    keep(far)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    far.write(head)
    await Promise.all([pipeline(socket, far), pipeline(far, socket)]).catch(() => undefined)
  }

  /** Requests without TLS come whole, and name their server. */
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '')
    const target = url && `${url.hostname}:${Number(url.port) || PORTS['http:']}`
    if (!url || url.protocol !== 'http:' || !mayPass(request, target!)) return void response.writeHead(403).end()
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = request.headers
    const far = forward({
      host,
      port,
      method: request.method,
      path: url.pathname + url.search,
      headers,
      setHost: false,
    })
    far.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      pipeline(answer, response).catch(() => undefined)
    })
    far.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    await pipeline(request, far).catch(() => undefined)
  }

  return {
    url: `http://backup:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

async function opened(to: { host: string; port: number }): Promise<Socket> {
  const socket = connect({ ...to, timeout: CONNECT_MS })
  socket.once('timeout', () => socket.destroy(new Error('the server does not answer')))
  await once(socket, 'connect')
  return socket.setTimeout(0)
}
