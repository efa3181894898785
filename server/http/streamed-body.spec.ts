// Bodies that operations read while they arrive: bounded in memory and time, and left unread without harm.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#control/testing/storage.ts'
import type { PoolLimits } from './body-budget.ts'
import type { Listening } from './listen.ts'
import { type LocalBackend, makeLocal } from './local.ts'
import { fakeControl, log, serveBackend } from '../testing.ts'

const KIB = 1024
const MIB = 1024 * KIB
const PART = 256 * KIB
const ANONYMOUS = { bytes: MIB, timeoutMs: 60_000 }

const bodyAt = () => ({ limit: 16 * MIB, isStreamed: true })

type Read = (body: AsyncIterable<Uint8Array>) => Promise<Response>

let backend: LocalBackend
let server: Listening
let sockets: Socket[] = []

const AUTHENTICATED = { bytes: 4 * MIB, timeoutMs: 60_000 }

async function serve(read: Read, authenticated: PoolLimits = AUTHENTICATED, anonymous: PoolLimits = ANONYMOUS) {
  const control = fakeControl(async (_request, { body }) => {
    if (!body || body instanceof Uint8Array) throw new Error('not a stream')
    return read(body)
  })
  backend = makeLocal({ ...control, bodyAt }, log, { anonymous, authenticated })
  server = await serveBackend(backend)
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server.close()
})

function open() {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  sockets.push(socket)
  let heard = ''
  socket.on('data', (part) => void (heard += part.toString()))
  return {
    socket,
    heard: () => heard,
    head: (...headers: string[]) => socket.write(['PUT /v1/x HTTP/1.1', 'host: rack', ...headers, '', ''].join('\r\n')),
  }
}

const length = (bytes: number) => `content-length: ${bytes}`

/** The bytes seen so far. */
function counting() {
  const seen = { bytes: 0, ended: 0, problem: '' }
  const read: Read = async (body) => {
    try {
      for await (const part of body) seen.bytes += part.length
      seen.ended++
    } catch (error) {
      seen.problem = String(error)
      throw error
    }
    return new Response(String(seen.bytes))
  }
  return { seen, read }
}

test('is read while it arrives, in parts of the same size', async () => {
  const { seen, read } = counting()
  await serve(read)
  const { socket, head, heard } = open()
  head(length(2 * PART + 10))
  socket.write(Buffer.alloc(PART + 5))
  await eventually(() => seen.bytes === PART)
  expect(backend.pools.authenticated.held()).toBe(2 * PART)
  socket.write(Buffer.alloc(PART + 5))
  await eventually(() => heard().endsWith(String(2 * PART + 10)))
  expect(backend.pools.authenticated.held()).toBe(0)
})

test('a part keeps its bytes while the next one arrives', async () => {
  const pieces: string[] = []
  await serve(async (body) => {
    let before: Uint8Array | undefined
    for await (const part of body) {
      if (before) pieces.push(Buffer.from(before).toString('latin1'))
      before = part
    }
    return new Response(pieces.join('') + Buffer.from(before ?? []).toString('latin1'))
  })
  const sent = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(PART)).join('') + 'end'
  const response = await fetch(new URL('/v1/x', server.url), { method: 'PUT', body: sent })
  expect((await response.text()) === sent).toBe(true)
})

test.each([
  ['before it reads', async () => new Response('refused')],
  [
    'after a part',
    async (body: AsyncIterable<Uint8Array>) => {
      for await (const _ of body) break
      return new Response('refused')
    },
  ],
])('when an operation refuses %s, the rest is discarded and the connection goes on', async (_, read) => {
  await serve(read)
  const { socket, head, heard } = open()
  for (const round of [1, 2]) {
    head(length(3 * MIB))
    socket.write(Buffer.alloc(3 * MIB))
    await eventually(() => heard().split('refused').length === round + 1)
  }
  expect(backend.pools.authenticated.held()).toBe(0)
})

test('without an announced length, the rest is not waited for', async () => {
  await serve(async () => new Response('refused'))
  const { socket, head, heard } = open()
  head('transfer-encoding: chunked')
  socket.write('5\r\nhello\r\n')
  await once(socket, 'close')
  expect(heard()).toMatch(/connection: close[^]*refused/i)
})

test('the rest is not waited for forever either', async () => {
  await serve(async () => new Response('refused'), AUTHENTICATED, { bytes: MIB, timeoutMs: 50 })
  const { socket, head, heard } = open()
  head(length(1000))
  socket.write('hello')
  await once(socket, 'close')
  expect(heard()).toMatch(/connection: close[^]*refused/i)
})

test('60 unfinished ones hold no more than the budget, and the next one gets through', async () => {
  const { seen, read } = counting()
  await serve(read)
  const hanging = Array.from({ length: 60 }, () => {
    const { socket, head } = open()
    head(length(3 * PART))
    socket.write(Buffer.alloc(PART))
    return socket
  })
  const budget = (4 * MIB) / (2 * PART)
  await eventually(() => hanging.filter((socket) => socket.closed).length === 60 - budget)
  expect(backend.pools.authenticated.held()).toBe(4 * MIB)
  const response = await fetch(new URL('/v1/x', server.url), { method: 'PUT', body: Buffer.alloc(3 * PART) })
  expect(response.status).toBe(200)
  expect(seen.ended).toBe(1)
})

test('one that does not arrive in time ends with an error', async () => {
  const { seen, read } = counting()
  await serve(read, { bytes: MIB, timeoutMs: 50 })
  const { socket, head } = open()
  head(length(100))
  await once(socket, 'close')
  await eventually(() => seen.problem !== '')
  expect(seen.ended).toBe(0)
  expect(backend.pools.authenticated.held()).toBe(0)
})
