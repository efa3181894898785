// Crowds: silent sockets, endless requests and clients that never read do not keep others from being served.
// `npm run test:abuse` opens thousands.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Listening } from '../http/listen.ts'
import { makeProxy } from '../http/proxy.ts'
import { fakeControl, log, serveBackend, serveControl, words } from '../testing.ts'
import { makeAgent, send } from './testing/wire.ts'

const CROWD = Number(process.env.ABUSE_SOCKETS ?? 300)
/** More than the kernel buffers for a loopback socket, so that part of it waits in the server. */
const LARGE = JSON.stringify({ text: 'x'.repeat(8 * 2 ** 20) })

const sockets: Socket[] = []
let server: Listening
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function crowd(count: number, opening: string): Promise<Socket[]> {
  const { port } = new URL(server.url)
  const opened = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1').pause())
  sockets.push(...opened)
  for (const socket of opened) socket.on('error', () => undefined)
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  for (const socket of opened) if (opening !== '') socket.write(opening)
  return opened
}

async function isServed(): Promise<void> {
  const agent = makeAgent()
  const port = Number(new URL(server.url).port)
  for (const path of ['/healthz', '/v1/ping', '/login/acme/local'])
    expect(await send(port, { method: 'GET', path, headers: {} }, agent)).toMatchObject({ status: 200 })
  const body = Buffer.from('{"a":1}')
  const wire = { method: 'POST', path: '/v1/projects', headers: { 'content-type': 'application/json' }, body }
  expect(await send(port, wire, agent)).toMatchObject({ status: 200 })
  agent.destroy()
}

/** How many requests for `/v1/large` have reached the server. */
let asked = 0
const control = fakeControl(async (request) => {
  if (!request.url.endsWith('/v1/large')) return Response.json({ got: await request.text() })
  asked++
  return new Response(LARGE, { headers: { 'content-type': 'application/json' } })
})

test('silent sockets, half a request line, half a header, half a body', async () => {
  server = await serveControl(control)
  for (const opening of [
    '',
    'GE',
    'GET /v1/ping HTTP/1.1\r\nHost: rack\r\nx-slow: ',
    'POST /v1/projects HTTP/1.1\r\nHost: rack\r\nContent-Length: 100\r\n\r\n{',
    'POST /v1/projects HTTP/1.1\r\nHost: rack\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
  ]) {
    await crowd(Math.ceil(CROWD / 5), opening)
    await isServed()
  }
})

/** How many responses to `/v1/large` have ended, sent or dropped. */
const ended = () => words.join('').split('"/v1/large"').length - 1

const ASK_LARGE = 'GET /v1/large HTTP/1.1\r\nHost: rack\r\n\r\n'

/** Asks, and reads no more than the beginning. Whether there was an answer: a busy machine can be too late to ask. */
async function askAndStall(): Promise<boolean> {
  const [socket] = await crowd(1, ASK_LARGE)
  await Promise.race([once(socket!, 'readable'), once(socket!, 'close')])
  return socket!.readableLength > 0
}

test('clients that never read are eventually dropped', async () => {
  server = await serveControl(control, {}, { stalledMs: 500 })
  const before = ended() - asked
  // each holds eight megabytes until it is dropped
  for (let stalled = 0; stalled < 40;) {
    const answered = await Promise.all(Array.from({ length: 40 - stalled }, askAndStall))
    stalled += answered.filter(Boolean).length
  }
  await isServed()
  await expect.poll(() => ended() - asked).toBe(before)
  await isServed()
})

test('a WebSocket can be silent for longer, even through a proxy', async () => {
  const echo = fakeControl(
    () => new Response(LARGE),
    async () => (socket) => socket.onMessage((data) => socket.send(data)),
  )
  const upstream = await serveControl(echo)
  server = await serveBackend(makeProxy(new URL(upstream.url), log), {}, undefined, undefined, { stalledMs: 300 })
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/v1/stream`)
  await once(ws, 'open')
  const before = ended()
  while (!(await askAndStall()));
  // a connection that went silent after ours is dropped
  await expect.poll(ended).toBeGreaterThan(before)
  ws.send('still here')
  expect(String(((await once(ws, 'message')) as [Buffer])[0])).toBe('still here')
  ws.terminate()
  await upstream.close()
})
