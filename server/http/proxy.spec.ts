import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Listening } from './listen.ts'
import { makeFindUpstreamLogin, makeProxy } from './proxy.ts'
import { log, serveBackend } from '../testing.ts'

let far: Server
let farUrl: string
let server: Listening
let seen: IncomingMessage

beforeAll(async () => {
  far = createServer((incoming, outgoing) => {
    seen = incoming
    if (incoming.url === '/v1/events') {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write('data: 0\n\n')
      return
    }
    if (incoming.url?.startsWith('/login')) {
      const cookie = 'session=x; Path=/; Domain=far.example; Secure; HttpOnly'
      const [, query = ''] = incoming.url.split('?')
      if (query.includes('own-page')) return outgoing.end('<title>Far')
      outgoing.writeHead(302, { location: `${farUrl}/login/eng/local?${query}`, 'set-cookie': cookie }).end()
      return
    }
    outgoing.writeHead(201, { 'content-type': 'text/plain', 'x-request-id': 'far' })
    incoming.pipe(outgoing)
  })
  const sockets = new WebSocketServer({ noServer: true })
  far.on('upgrade', (incoming, socket, head) => {
    seen = incoming
    if (incoming.url === '/v1/refused') {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\nno')
      return
    }
    sockets.handleUpgrade(incoming, socket, head, (ws) => ws.on('message', (data, binary) => ws.send(data, { binary })))
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  farUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
  const target = new URL(farUrl)
  server = await serveBackend(makeProxy(target, log), {}, undefined, makeFindUpstreamLogin(target))
})
afterAll(async () => {
  await server.close()
  far.closeAllConnections()
  far.close()
})

const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init })

test('a write is forwarded with its body, cookie and token, and the origin of the upstream', async () => {
  const headers = { cookie: 'session=x', authorization: 'Bearer t', origin: server.url, 'content-type': 'text/plain' }
  const response = await get('/v1/projects?limit=3', { method: 'POST', headers, body: 'a body' })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-request-id')).toBe('far')
  expect(await response.text()).toBe('a body')
  expect(seen.url).toBe('/v1/projects?limit=3')
  expect(seen.headers).toMatchObject({ cookie: 'session=x', authorization: 'Bearer t', origin: farUrl })
  expect(`http://${seen.headers.host}`).toBe(farUrl)
})

test('a body without a length streams', async () => {
  const init = { method: 'PUT', body: new Blob(['one ', 'two']).stream(), duplex: 'half' } as RequestInit
  expect(await (await get('/v1/x', init)).text()).toBe('one two')
})

test('another site cannot write through us', async () => {
  const headers = { cookie: 'session=x', origin: 'https://evil.example' }
  expect((await get('/v1/x', { method: 'POST', headers })).status).toBe(403)
})

test('redirects and cookies are rewritten to our origin', async () => {
  const response = await get('/login/eng/saml/okta/redirect?a=1')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login/eng/local?a=1')
  expect(response.headers.get('set-cookie')).toBe('session=x; Path=/; HttpOnly')
})

test('the upstream says where to log in; without an answer our own page asks', async () => {
  const response = await get('/login?redirect_uri=%2Fprojects')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/login/eng/local?redirect_uri=%2Fprojects',
  ])
  const page = await get('/login?redirect_uri=%2Fown-page')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await page.text()).toContain('<title>Rackwright')
})

test('events arrive while the response is open, and a disconnect reaches the upstream', async () => {
  const stop = new AbortController()
  const response = await get('/v1/events', { signal: stop.signal })
  const { value } = await response.body!.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('data: 0\n\n')
  const gone = once(seen.socket, 'close')
  stop.abort()
  await gone
})

test('console pages are served locally', async () => {
  expect(await (await get('/login/eng/local')).text()).toContain('<title>Rackwright')
  expect(await (await get('/device/verify')).text()).toContain('<title>Rackwright')
})

test('sockets are piped, and so are refusals', async () => {
  const ws = new WebSocket(server.url.replace('http', 'ws') + '/v1/stream', { headers: { cookie: 'session=x' } })
  await once(ws, 'open')
  expect(seen.headers.cookie).toBe('session=x')
  ws.send(new Uint8Array([7, 8]))
  const [data] = (await once(ws, 'message')) as [Buffer]
  expect([...data]).toEqual([7, 8])
  ws.close()
  const refused = new WebSocket(server.url.replace('http', 'ws') + '/v1/refused')
  refused.on('error', () => undefined)
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(401)
})

test('a host in the request URL does not redirect the upstream connection', async () => {
  let reached = 0
  const inner = createServer((_incoming, outgoing) => outgoing.end(`secret ${++reached}`))
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(inner.address() as AddressInfo).port}`
  for (const address of [`//${host}/v1/x`, `http://${host}/v1/x`, `/\\${host}/v1/x`, '/elsewhere']) {
    for (const upgrade of ['connection: upgrade\r\nupgrade: websocket', 'connection: close']) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\naccept: image/png\r\n${upgrade}\r\n\r\n`)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04] /)
    }
  }
  expect(reached).toBe(0)
  inner.close()
})

test('an unreachable upstream is a 502 in the API’s error shape', async () => {
  const nowhere = await serveBackend(makeProxy(new URL('http://127.0.0.1:9'), log))
  const response = await fetch(nowhere.url + '/v1/ping')
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ request_id: response.headers.get('x-request-id') })
  await setTimeout(1)
  await nowhere.close()
})

test('only idempotent requests are retried when the upstream closed the idle connection', async () => {
  const requests: string[] = []
  /** Answers the first request of each connection and closes it on the second. */
  const closing = createServer((incoming, outgoing) => {
    const { socket } = incoming
    const isFirst = !answered.has(socket)
    answered.add(socket)
    requests.push(incoming.method!)
    if (!isFirst) return void socket.destroy()
    incoming.pipe(outgoing)
  })
  const answered = new WeakSet<object>()
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(closing.address() as AddressInfo).port}`)
  const proxy = await serveBackend(makeProxy(url, log))
  const send = async (method: string, body?: string) => {
    const response = await fetch(`${proxy.url}/v1/x`, { method, ...(body ? { body } : {}) })
    return [response.status, response.status === 200 ? await response.text() : '']
  }
  for (const [method, body] of [['GET'], ['PUT', 'a body'], ['DELETE']] as const) {
    expect(await send('POST', 'warms a connection')).toEqual([200, 'warms a connection'])
    expect(await send(method, body)).toEqual([200, body ?? ''])
  }
  expect(await send('POST', 'once')).toEqual([200, 'once'])
  expect((await send('POST', 'twice'))[0]).toBe(502)
  expect(requests).toEqual(['POST', 'GET', 'GET', 'POST', 'PUT', 'PUT', 'POST', 'DELETE', 'DELETE', 'POST', 'POST'])
  await proxy.close()
  closing.closeAllConnections()
  closing.close()
})
