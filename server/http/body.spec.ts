// Request bodies that are endless, slow or unauthenticated stay within the memory budget, and other requests are still answered.
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#control/testing/storage.ts'
import type { PoolLimits, PoolName } from './body-budget.ts'
import type { Listening } from './listen.ts'
import { type LocalBackend, makeLocal } from './local.ts'
import { fakeControl, log, serveBackend } from '../testing.ts'

const MIB = 1024 * 1024
const KIB = 1024

let backend: LocalBackend
let server: Listening
let sockets: Socket[] = []
let release: (() => void)[] = []

async function serve(limits: Partial<Record<PoolName, PoolLimits>> = {}) {
  const control = fakeControl(async (request) => {
    const body = await request.arrayBuffer()
    if (request.url.endsWith('/hold')) await new Promise<void>((resolve) => release.push(resolve))
    return new Response(String(body.byteLength))
  })
  backend = makeLocal(control, log, {
    anonymous: { bytes: MIB, timeoutMs: 60_000 },
    authenticated: { bytes: 4 * MIB, timeoutMs: 60_000 },
    ...limits,
  })
  server = await serveBackend(backend)
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const done of release) done()
  sockets = []
  release = []
  await server.close()
})

/** A request that stops before its body is complete. */
function unfinished(sent: number, headers: string[]) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const request = { socket, answer: '' }
  socket.on('error', () => undefined)
  socket.on('data', (part) => void (request.answer += part.toString()))
  socket.write(['POST /v1/x HTTP/1.1', 'host: rack', ...headers, '', ''].join('\r\n'))
  const isChunked = headers.includes('transfer-encoding: chunked')
  socket.write(isChunked ? `${sent.toString(16)}\r\n${'x'.repeat(sent)}\r\n` : 'x'.repeat(sent))
  sockets.push(socket)
  return request
}

const announced = (length: number) => [`content-length: ${length}`]
const chunked = ['transfer-encoding: chunked']

const upload = (bytes: number, session?: string) =>
  fetch(new URL('/v1/x', server.url), {
    method: 'PUT',
    headers: session ? { cookie: `session=${session}` } : {},
    body: Buffer.alloc(bytes),
  })

test.each([
  ['with a length', announced(600 * KIB)],
  ['without one', chunked],
])('60 unfinished anonymous bodies %s hold no more than their budget, and others get through', async (_, headers) => {
  await serve()
  const hanging = Array.from({ length: 60 }, () => unfinished(500 * KIB, headers))
  await eventually(() => hanging.filter(({ answer }) => answer !== '').length >= 58)
  const { anonymous, authenticated } = backend.pools
  expect(anonymous.held()).toBeGreaterThan(400 * KIB)
  expect(anonymous.held()).toBeLessThanOrEqual(MIB)
  expect(authenticated.held()).toBe(0)
  const refused = hanging.filter(({ answer }) => answer !== '')
  for (const { answer } of refused) expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(refused[0]?.answer).toMatch(/retry-after: 1\r\n/i)

  expect(await (await upload(900 * KIB, 'valid')).text()).toBe(String(900 * KIB))
  expect(await (await upload(200)).text()).toBe('200')
  expect(await (await upload(900 * KIB)).text()).toBe(String(900 * KIB))
  await eventually(() => anonymous.held() <= 600 * KIB && authenticated.held() === 0)
})

test('invalid credentials count as none', async () => {
  await serve()
  unfinished(100 * KIB, [...announced(200 * KIB), 'cookie: session=forged'])
  unfinished(100 * KIB, [...announced(300 * KIB), 'cookie: session=valid'])
  unfinished(100, ['cookie: session=valid', ...announced(1000)])
  const { anonymous, authenticated } = backend.pools
  await eventually(() => anonymous.held() === 200 * KIB + 1000 && authenticated.held() === 300 * KIB)
})

test('a body counts until its response is sent or its sender disconnects', async () => {
  await serve()
  const { anonymous } = backend.pools
  const slow = fetch(new URL('/v1/hold', server.url), { method: 'POST', body: Buffer.alloc(1000) })
  await eventually(() => release.length === 1)
  expect(anonymous.held()).toBe(1000)
  release[0]!()
  await slow
  await eventually(() => anonymous.held() === 0)
  const { socket } = unfinished(1000, announced(5000))
  await eventually(() => anonymous.held() === 5000)
  socket.destroy()
  await eventually(() => anonymous.held() === 0)
})

test('a budget full of finished bodies refuses new ones until one is answered', async () => {
  await serve({ anonymous: { bytes: 2000, timeoutMs: 60_000 } })
  const slow = fetch(new URL('/v1/hold', server.url), { method: 'POST', body: Buffer.alloc(1500) })
  await eventually(() => release.length === 1)
  expect((await upload(600)).status).toBe(503)
  expect((await upload(500)).status).toBe(200)
  release[0]!()
  await slow
  await eventually(() => backend.pools.anonymous.held() === 0)
  expect((await upload(600)).status).toBe(200)
})

test('a body that does not arrive in time is dropped', async () => {
  await serve({ anonymous: { bytes: MIB, timeoutMs: 50 } })
  const requests = [unfinished(1000, announced(5000)), unfinished(1000, chunked)]
  await eventually(() => requests.every(({ socket }) => socket.closed))
  for (const { answer } of requests) expect(answer).toMatch(/^HTTP\/1.1 408 [^]*did not arrive in time/)
  expect(backend.pools.anonymous.held()).toBe(0)
})

test('bytes arriving one at a time cost no more than the same bytes at once', async () => {
  await serve()
  const { socket } = unfinished(1, chunked)
  for (let sent = 1; sent < 6000; sent++) socket.write('1\r\nx\r\n')
  await eventually(() => backend.pools.anonymous.held() === 8192)
})
