// A host that has only the published operations, as others do that serve the API: a server of ours behind a proxy that hides the
// additions.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { startEmpty, startServer, type Running } from './hosts.ts'

const NOT_FOUND = JSON.stringify({ request_id: 'f2ca1bb6', message: 'Not Found' })

const isAddition = ({ url = '' }: IncomingMessage) => url.startsWith('/rackwright/') || url === '/metrics'

/** A console of its own, started with --api-host. */
export async function startOnOtherHost(password: string): Promise<Running> {
  const upstream = await startServer(password)
  const forward = ({ url = '/', method, headers }: IncomingMessage) =>
    request(new URL(url, upstream.url), { method, headers, agent: false })
  const proxy = createServer((incoming, outgoing) => {
    if (isAddition(incoming)) {
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end(NOT_FOUND)
      return
    }
    const sent = forward(incoming)
    sent.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      pipeline(response, outgoing, () => undefined)
    })
    pipeline(incoming, sent, () => undefined)
  })
  proxy.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isAddition(incoming)) return socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    const sent = forward(incoming)
    sent.on('upgrade', ({ rawHeaders }, far) => {
      const lines = rawHeaders.map((text, at) => text + (at % 2 === 0 ? ': ' : '\r\n'))
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      far.write(head)
      pipeline(socket, far, socket, () => undefined)
    })
    sent.end()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const console = await startEmpty(password, '--api-host', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  return {
    ...console,
    async stop() {
      await console.stop()
      proxy.closeAllConnections()
      proxy.close()
      await upstream.stop()
    },
  }
}
