import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { BadOption } from '../options.ts'
import { fakeControl, serveControl } from '../testing.ts'
import { bind } from './listen.ts'
import { needing } from '../../scripts/needs.mjs'

test('shutdown finishes responses, ends streams and sockets, and refuses new connections', async () => {
  const slowCalls: ((response: Response) => void)[] = []
  const control = fakeControl(
    async ({ url }) => {
      if (!url.endsWith('/events')) return new Promise((resolve) => slowCalls.push(resolve))
      return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
    },
    async () => () => undefined,
  )
  const server = await serveControl(control)
  const slow = fetch(server.url + '/v1/slow')
  const events = await fetch(server.url + '/v1/events')
  const ws = new WebSocket(server.url.replace('http', 'ws') + '/v1/s')
  await once(ws, 'open')
  await expect.poll(() => slowCalls.length).toBe(1)

  const over = server.close()
  const [code] = (await once(ws, 'close')) as [number]
  expect(code).toBe(1001)
  expect(await events.text()).toBe('')
  slowCalls[0]!(new Response('done'))
  expect(await (await slow).text()).toBe('done')
  await over
  await expect(fetch(server.url + '/v1/slow')).rejects.toThrow()
})

test('shutdown closes connections that never sent a request at once, not with the slowest response', async () => {
  const slowCalls: ((response: Response) => void)[] = []
  const server = await serveControl(fakeControl(() => new Promise((resolve) => slowCalls.push(resolve))))
  const { hostname, port } = new URL(server.url)
  const early = connect(Number(port), hostname)
  await once(early, 'connect')
  const slow = fetch(server.url + '/v1/slow')
  await expect.poll(() => slowCalls.length).toBe(1)

  const over = server.close()
  await once(early, 'close')
  slowCalls[0]!(new Response('done'))
  expect(await (await slow).text()).toBe('done')
  await over
})

test('idle connections outlast those of load balancers, which wait for a minute', async () => {
  const server = await serveControl(fakeControl(() => new Response()))
  const { headers } = await fetch(server.url + '/v1/x')
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive')!)?.[1])).toBeGreaterThan(60)
  await server.close()
})

test('a port in use gives a clear message', async () => {
  const server = await serveControl(fakeControl(() => new Response()))
  const port = Number(new URL(server.url).port)
  await expect(
    serveControl(
      fakeControl(() => new Response()),
      { port },
    ),
  ).rejects.toThrow(BadOption)
  await server.close()
})

test('under TLS the cookie is Secure and HSTS is sent', needing('openssl'), async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rackwright-tls-'))
  const tls = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') }
  const make = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`
  execFileSync('openssl', [...make.split(' '), '-keyout', tls.key, '-out', tls.cert], { stdio: 'ignore' })
  const control = fakeControl(
    (_, caller) => new Response(String(caller.secure), { headers: { [SESSION_HEADER]: 'abc' } }),
  )
  const server = await serveControl(control, { tls })
  expect(server.url).toMatch(/^https:/)
  const asked = request(server.url + '/v1/login', { method: 'POST', rejectUnauthorized: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.headers['set-cookie']?.[0]).toBe('session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure')
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
  response.resume()
  await server.close()
  rmSync(dir, { recursive: true })
})

test('an upgrade to anything but WebSocket is ignored and the connection continues', async () => {
  const server = await serveControl(
    fakeControl(
      async (asked) => new Response(`${asked.method} ${await asked.text()} ${asked.headers.get('upgrade')};`),
    ),
  )
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()))
  // as `curl --http2` sends it
  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  socket.write(`GET /v1/a HTTP/1.1\r\nHost: rack\r\n${upgrade}\r\n`)
  await expect.poll(() => said).toContain('GET  null;')
  socket.write(`POST /v1/b HTTP/1.1\r\nHost: rack\r\n${upgrade}Content-Length: 4\r\n\r\nbo`)
  socket.write('dy')
  await expect.poll(() => said).toContain('POST body null;')
  socket.write('GET /v1/c HTTP/1.1\r\nHost: rack\r\n\r\n')
  await expect.poll(() => said.split('GET  null;').length).toBe(3)
  expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  socket.destroy()
  await server.close()
})

test('only GET can request a WebSocket: the response to HEAD has no body, and the connection continues', async () => {
  const server = await serveControl(fakeControl((asked) => new Response(`${asked.method};`)))
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n'
  socket.write(`HEAD /v1/a HTTP/1.1\r\nHost: rack\r\n${upgrade}\r\n`)
  await expect.poll(() => said).toMatch(/^HTTP\/1\.1 200[^]*\r\n\r\n$/)
  socket.write('GET /v1/b HTTP/1.1\r\nHost: rack\r\n\r\n')
  await expect.poll(() => said).toContain('GET;')
  expect(said).not.toContain('HEAD;')
  socket.destroy()
  await server.close()
})

test('invalid TLS files are named in the error', async () => {
  const tls = { cert: import.meta.filename, key: import.meta.filename }
  await expect(
    serveControl(
      fakeControl(() => new Response()),
      { tls },
    ),
  ).rejects.toThrow(/^cannot use .* for TLS: /)
})

test('a request while the server starts has an ID', async () => {
  const bound = await bind({ port: 0, host: '127.0.0.1', tls: undefined })
  const response = await fetch(`${bound.url}/v1/projects`)
  const id = response.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await response.json()).toMatchObject({ message: 'the server is starting', request_id: id })
  await bound.close()
})
