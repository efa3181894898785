import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Listening } from './listen.ts'
import { fakeControl, serveControl } from '../testing.ts'

let server: Listening
let closed = 0

const control = fakeControl(
  () => new Response('plain'),
  async (request, caller) => {
    if (!caller.session) return Response.json({ message: 'credentials missing or invalid' }, { status: 401 })
    const most = new URL(request.url).searchParams.get('most_recent')
    if (caller.session === 'deaf') return (socket) => socket.onClose(() => closed++)
    return (socket) => {
      socket.send(`hello ${caller.session} ${most}`)
      socket.onClose(() => closed++)
      // a late listener must not miss messages
      setTimeout(() => {
        socket.onMessage((data) => {
          if (data === 'bye') socket.close(1011, 'ä'.repeat(100))
          else socket.send(data)
        })
      }, 30)
    }
  },
)
beforeAll(async () => void (server = await serveControl(control)))
afterAll(() => server.close())

const open = (headers: Record<string, string>) =>
  new WebSocket(`${server.url.replace('http', 'ws')}/v1/stream?most_recent=5`, { headers })
const next = async (ws: WebSocket) => (await once(ws, 'message')) as [Buffer, boolean]

test('binary and text messages go both ways, including early ones', async () => {
  const ws = open({ cookie: 'session=me' })
  const [hello] = await next(ws)
  expect(hello.toString()).toBe('hello me 5')
  ws.send(new Uint8Array([1, 2, 3]))
  const [bytes, isBinary] = await next(ws)
  expect([...bytes]).toEqual([1, 2, 3])
  expect(isBinary).toBe(true)
  ws.send('bye')
  const [code, reason] = (await once(ws, 'close')) as [number, Buffer]
  expect(code).toBe(1011)
  expect(reason.toString()).toBe('ä'.repeat(61))
  await expect.poll(() => closed).toBe(1)
})

test.each([
  ['large', new Uint8Array(100_000), 20],
  ['empty', new Uint8Array(0), 10_000],
])('who sends %s messages on and on to nobody is let go', async (_size, message, count) => {
  const ws = open({ cookie: 'session=deaf' })
  await once(ws, 'open')
  for (let n = 0; n < 3; n++) ws.send(message)
  await new Promise((resolve) => ws.once('pong', resolve).ping())
  expect(ws.readyState).toBe(WebSocket.OPEN)
  for (let n = 0; n < count; n++) ws.send(message)
  const [code, reason] = (await once(ws, 'close')) as [number, Buffer]
  expect([code, reason.toString()]).toEqual([1008, 'too much data was sent before the connection was ready'])
})

test('a refusal is an ordinary response, and other sites are refused', async () => {
  for (const [headers, status] of [
    [{}, 401],
    [{ cookie: 'session=me', origin: 'https://evil.example' }, 403],
  ] as const) {
    const ws = open(headers)
    ws.on('error', () => undefined)
    const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(status)
  }
})
