import { once } from 'node:events'
import { request as nodeRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import type { Listening } from './listen.ts'
import { fakeControl, log, serveControl, words } from '../testing.ts'

let server: Listening
let caller: Caller
let aborted: Promise<void>
const big = { items: Array.from({ length: 100 }, (_, n) => ({ name: `instance-${n}` })) }

const control = fakeControl(async (request, from) => {
  caller = from
  const { pathname } = new URL(request.url)
  const id = { 'x-request-id': 'from-control' }
  if (pathname === '/v1/login')
    return new Response(null, { status: 204, headers: { [SESSION_HEADER]: 'abc123', ...id } })
  if (pathname === '/v1/logout') return new Response(null, { status: 204, headers: { [SESSION_HEADER]: '', ...id } })
  if (pathname === '/v1/big') return Response.json(big, { headers: id })
  if (pathname === '/v1/boom') throw new Error('the disk is on fire')
  if (pathname === '/v1/echo') return new Response(await request.text(), { headers: { 'content-type': 'text/plain' } })
  if (pathname === '/v1/wait') {
    aborted = new Promise((resolve) => request.signal.addEventListener('abort', () => resolve()))
    await aborted
  }
  if (pathname === '/v1/events') return new Response(ticks(), { headers: { 'content-type': 'text/event-stream' } })
  return Response.json({ ok: true }, { headers: id })
})

function ticks() {
  let n = 0
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      await setTimeout(20)
      stream.enqueue(new TextEncoder().encode(`data: ${n++}\n\n`))
    },
  })
}

beforeAll(async () => void (server = await serveControl(control)))
afterAll(() => server.close())
beforeEach(() => void (words.length = 0))

const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init })
const post = (path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  get(path, { method: 'POST', headers, body })

test('the session cookie and the address reach the control plane', async () => {
  await get('/v1/x', { headers: { cookie: 'a=1; session=s3cret; b=2' } })
  expect(caller).toEqual({ address: '127.0.0.1', secure: false, session: 's3cret' })
  await get('/v1/x', { headers: { cookie: 'xsession=1' } })
  expect(caller.session).toBeUndefined()
})

test('forwarded headers are trusted only with the proxy option', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'http, https' }
  await get('/v1/x', { headers })
  expect(caller).toMatchObject({ address: '127.0.0.1', secure: false })

  const behind = await serveControl(control, { behindProxy: true })
  await fetch(`${behind.url}/v1/x`, { headers })
  expect(caller).toMatchObject({ address: '198.51.100.7', secure: true })
  const login = await fetch(`${behind.url}/v1/login`, { method: 'POST', headers })
  expect(login.headers.get('set-cookie')).toContain('; Secure')
  expect(login.headers.has('strict-transport-security')).toBe(true)
  await fetch(`${behind.url}/v1/x`)
  expect(caller).toMatchObject({ address: '127.0.0.1', secure: false })
  await behind.close()
})

test('a login sets a cookie and strips the internal header', async () => {
  const response = await post('/v1/login')
  expect(response.headers.get('set-cookie')).toBe('session=abc123; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400')
  expect(response.headers.has(SESSION_HEADER)).toBe(false)
  expect((await post('/v1/logout')).headers.get('set-cookie')).toBe(
    'session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  )
})

test.each<[string, Record<string, string>, number]>([
  ['a program with a cookie', { cookie: 'session=x' }, 200],
  ['our own page', { cookie: 'session=x', 'sec-fetch-site': 'same-origin' }, 200],
  ['an address typed in', { cookie: 'session=x', 'sec-fetch-site': 'none' }, 200],
  ['another site', { cookie: 'session=x', 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister site', { cookie: 'session=x', 'sec-fetch-site': 'same-site' }, 403],
  ['another origin', { cookie: 'session=x', origin: 'https://evil.example' }, 403],
  ['a sandboxed frame', { cookie: 'session=x', origin: 'null' }, 403],
  ['a login from another origin', { origin: 'https://evil.example' }, 403],
  ['a token from anywhere', { authorization: 'Bearer t', origin: 'https://tool.example' }, 200],
])('a write by %s', async (_who, headers, status) => {
  const response = await post('/v1/x', headers)
  expect(response.status).toBe(status)
  if (status === 403) {
    const request_id = response.headers.get('x-request-id')
    expect(await response.json()).toEqual({ error_code: 'Forbidden', message: 'Forbidden', request_id })
  }
})

test('same-origin writes and reads from anywhere are allowed', async () => {
  expect((await post('/v1/x', { cookie: 'session=x', origin: server.url })).status).toBe(200)
  expect((await get('/v1/x', { headers: { origin: 'https://evil.example' } })).status).toBe(200)
})

test('an identity provider can post its assertion', async () => {
  expect((await post('/login/eng/saml/corp', { origin: 'https://idp.example' })).status).toBe(200)
})

test('every response has a request id and the security headers', async () => {
  for (const path of ['/v1/x', '/', '/login/a/local', '/assets/none.js']) {
    const { headers } = await get(path)
    expect(headers.get('x-request-id'), path).toBeTruthy()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.has('strict-transport-security')).toBe(false)
  }
  expect((await get('/v1/x')).headers.get('x-request-id')).toBe('from-control')
  expect((await get('/v1/x')).headers.get('cache-control')).toBe('no-store')
})

test('only the terminal and the API reference allow inline styles, and neither runs foreign scripts', async () => {
  for (const path of ['/projects/p/instances/i/serial-console', '/docs/api']) {
    const { headers } = await get(path, { headers: { cookie: 'session=x' } })
    expect(headers.get('content-security-policy'), path).toContain("style-src 'self' 'unsafe-inline'")
    expect(headers.get('content-security-policy'), path).toContain("script-src 'self';")
  }
})

test.each(['gzip', 'br'])('a large response is sent as %s', async (encoding) => {
  const response = await get('/v1/big', { headers: { 'accept-encoding': encoding } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(await response.json()).toEqual(big)
})

test('small responses, and clients that accept no encoding, get plain bytes', async () => {
  expect((await get('/v1/x', { headers: { 'accept-encoding': 'gzip' } })).headers.has('content-encoding')).toBe(false)
  const plain = await get('/v1/big', { headers: { 'accept-encoding': 'gzip;q=0, identity' } })
  expect(plain.headers.has('content-encoding')).toBe(false)
  expect(await plain.json()).toEqual(big)
})

test('an internal error is a plain 500, with details only in the log', async () => {
  const response = await get('/v1/boom')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    error_code: 'Internal',
    message: 'Internal Server Error',
    request_id: response.headers.get('x-request-id'),
  })
  expect(words.join('')).toContain('the disk is on fire')
})

test('bodies with and without a length arrive', async () => {
  expect(await (await post('/v1/echo', {}, 'hello')).text()).toBe('hello')
  const stream = new Blob(['streamed ', 'words']).stream()
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  expect(await (await get('/v1/echo', init)).text()).toBe('streamed words')
})

test('an endless body is cut off', async () => {
  const told = await post('/v1/echo', {}, 'x'.repeat(1_048_577)).catch(() => undefined)
  if (told) expect(await told.json()).toMatchObject({ message: 'request body exceeded maximum size of 1048576 bytes' })

  const endless = nodeRequest(server.url + '/v1/echo', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  const over = new Promise((resolve) => endless.once('response', resolve).once('error', resolve))
  const more = () => {
    while (sent++ < 200 && endless.write(chunk));
    endless.once('drain', more)
  }
  more()
  await over
  endless.destroy()
  expect(sent).toBeLessThan(60)
})

test('a client that disconnects aborts its request', async () => {
  const impatient = AbortSignal.timeout(100)
  await expect(get('/v1/wait', { signal: impatient })).rejects.toThrow()
  await aborted
})

test('events arrive as they happen', async () => {
  const response = await get('/v1/events', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.has('content-encoding')).toBe(false)
  const reader = response.body!.getReader()
  // the stream never ends, so a server that collected it would send nothing
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('data: 0')
  await reader.read()
  await reader.cancel()
})

test('malformed requests do not stop the server', async () => {
  const { port } = new URL(server.url)
  for (const text of ['GET http:// HTTP/1.1\r\n\r\n', 'GET /v1/x HTTP/1.1\r\nHost: a b\r\n\r\n', '\0\0\r\n\r\n']) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(text)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400/)
    socket.destroy()
  }
  expect((await get('/v1/x')).status).toBe(200)
})

test('logs one line per request, without secrets', async () => {
  await get('/v1/x?token=hush', { headers: { cookie: 'session=hush', authorization: 'Bearer hush' } })
  // the line is written after the response
  await expect
    .poll(() => {
      log.flush()
      return words.length
    })
    .toBeGreaterThan(0)
  const line = JSON.parse(words.join('').trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  expect(line).toMatchObject({
    method: 'GET',
    path: '/v1/x',
    status: 200,
    request_id: 'from-control',
    address: '127.0.0.1',
  })
  expect(line.bytes).toBeGreaterThan(10)
  expect(words.join('')).not.toContain('hush')
})

test('health checks are not logged', async () => {
  log.flush()
  words.length = 0
  for (const path of ['/healthz', '/readyz', '/v1/ping']) await get(path)
  await expect
    .poll(() => {
      log.flush()
      return words.join('')
    })
    .toContain('/v1/ping')
  expect(words.join('').match(/"path":"[^"]*"/g)).toEqual(['"path":"/v1/ping"'])
})

test.each([
  ['a read', 'GET /v1/x HTTP/1.1', ''],
  ['a write', 'POST /v1/x HTTP/1.1', 'content-type: application/json\r\ncontent-length: 2\r\n'],
  ['a page', 'GET /projects HTTP/1.1', ''],
  ['a health check', 'GET /healthz HTTP/1.1', ''],
  [
    'a socket',
    'GET /v1/x HTTP/1.1',
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n',
  ],
])('two hosts are refused: %s', async (_what, line, more) => {
  const { host, port } = new URL(server.url)
  const send = async (hosts: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${line}\r\n${hosts}${more}\r\n${line.startsWith('POST') ? '{}' : ''}`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return first.toString().split('\r\n')[0]
  }
  const own = `host: ${host}\r\n`
  expect(await send(own)).not.toContain(' 400 ')
  for (const hosts of [`${own}Host: evil.example\r\n`, `HOST: evil.example\r\n${own}`, own + own])
    expect(await send(hosts)).toBe('HTTP/1.1 400 Bad Request')
})
