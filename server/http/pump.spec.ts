// Bodies that break off, over a real connection: it breaks too, whatever the client does, and half a file never looks whole.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testingClock, type TestingClock } from '#drivers/testing-clock.ts'
import { unauthorized } from '#control/frame/errors.ts'
import { HeldResponse, heldParts } from '#control/frame/held-access.ts'
import { eventually } from '#control/testing/storage.ts'
import { makeLocal } from './local.ts'
import { fakeControl, log, serveBackend, serveControl, words } from '../testing.ts'

let server: Awaited<ReturnType<typeof serveControl>> | undefined
let sockets: Socket[] = []
let clock: TestingClock
let isAllowed: boolean

beforeEach(() => {
  clock = testingClock()
  isAllowed = true
  log.flush()
  words.length = 0
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server?.close()
})

const check = async () => {
  if (!isAllowed) throw unauthorized()
}
const lose = async () => {
  isAllowed = false
  await clock.advance(2000)
}

/** Serves endless bytes, one part per read. */
async function serveBytes(headers: Record<string, string> = {}) {
  const seen = { reads: 0, isCancelled: false }
  server = await serveControl(
    fakeControl(() => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            seen.reads++
            controller.enqueue(new Uint8Array(65_536))
          },
          cancel: () => void (seen.isCancelled = true),
        },
        { highWaterMark: 0 },
      )
      return new HeldResponse(new Response(body, { headers }), clock, check)
    }),
  )
  return seen
}

function ask(text: string, isPaused = false) {
  const { hostname, port } = new URL(server!.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  sockets.push(socket)
  const heard = { text: '', bytes: 0, isClosed: false }
  socket.on('close', () => (heard.isClosed = true))
  if (!isPaused)
    socket.on('data', (part) => {
      heard.bytes += part.length
      heard.text += part.toString('latin1').replaceAll('\0', '')
    })
  socket.write(text)
  return { socket, heard }
}

const bodyAt = () => ({ limit: 2 ** 30, isStreamed: true })
const GET = 'GET /v1/x HTTP/1.1\r\nhost: rack\r\n\r\n'

test('a client that reads is cut off, without an orderly end', async () => {
  const seen = await serveBytes()
  const { heard } = ask(GET)
  await eventually(() => heard.bytes > 1_000_000)
  await lose()
  await eventually(() => heard.isClosed)
  expect(/transfer-encoding: chunked/i.test(heard.text)).toBe(true)
  // the last chunk of a whole response is empty
  expect(heard.text.endsWith('\r\n0\r\n\r\n')).toBe(false)
  expect(heard.text.includes('Error')).toBe(false)
  expect(seen.isCancelled).toBe(true)
  log.flush()
  expect(words.join('')).toContain('a response was cut off')
})

test('so is a client that takes nothing', async () => {
  const seen = await serveBytes({ 'content-length': String(2 ** 40) })
  const { socket } = ask(GET, true)
  let reads = -1
  // until nothing fits any more
  await eventually(async () => {
    const before = reads
    reads = seen.reads
    await new Promise((resolve) => setTimeout(resolve, 50))
    return reads > 0 && reads === before
  })
  await lose()
  await eventually(() => seen.isCancelled)
  socket.resume()
  await eventually(() => socket.closed)
})

test('a compressed list, which is in memory as a whole, is cut off too', async () => {
  const headers = { 'content-type': 'application/json' }
  const SIZE = 2 ** 24
  // more than the kernel takes, and no smaller when it is compressed
  const list = JSON.stringify(randomBytes(SIZE).toString('base64'))
  server = await serveControl(fakeControl(() => new HeldResponse(new Response(list, { headers }), clock, check)))
  const { socket } = ask(GET.replace('host', 'connection: close\r\naccept-encoding: gzip\r\nhost'), true)
  await eventually(() => socket.readableLength > 0)
  await lose()
  let text = ''
  socket.on('data', (part) => (text += part.toString('latin1')))
  await eventually(() => socket.closed)
  expect(text).toMatch(/^HTTP\/1.1 200[^]*content-encoding: gzip/i)
  expect(text.length).toBeLessThan(SIZE)
})

test('one that is still being read is not answered with an error', async () => {
  const headers = { 'content-type': 'application/json' }
  let isRead = false
  const body = () => new ReadableStream<Uint8Array>({ pull: () => void (isRead = true) }, { highWaterMark: 0 })
  server = await serveControl(fakeControl(() => new HeldResponse(new Response(body(), { headers }), clock, check)))
  const { heard } = ask(GET.replace('host', 'accept-encoding: gzip\r\nhost'))
  await eventually(() => isRead)
  await lose()
  await eventually(() => heard.isClosed)
  expect(heard.text).toBe('')
  log.flush()
  expect(words.join('')).toContain('a response was cut off')
})

test('a client that leaves ends the checks and the reading', async () => {
  const seen = await serveBytes()
  const { socket, heard } = ask(GET)
  await eventually(() => heard.bytes > 0)
  socket.destroy()
  await eventually(() => seen.isCancelled)
  await lose()
  log.flush()
  expect(words.join('')).not.toContain('cut off')
})

test('a body that is no longer wanted is answered at once, and the rest not waited for', async () => {
  let isRead = false
  const control = fakeControl(async (_request, { body }) => {
    try {
      for await (const part of heldParts(body as AsyncIterable<Uint8Array>, clock, check)) isRead ||= part.length > 0
      return new Response('all')
    } catch (error) {
      const { status, headers, message } = error as ReturnType<typeof unauthorized>
      return new Response(message, { status, headers: headers! })
    }
  })
  const patient = { bytes: 2 ** 22, timeoutMs: 600_000 }
  server = await serveBackend(makeLocal({ ...control, bodyAt }, log, { anonymous: patient, authenticated: patient }))
  const { socket, heard } = ask('PUT /v1/x HTTP/1.1\r\nhost: rack\r\ncontent-length: 1000000\r\n\r\n')
  socket.write(Buffer.alloc(600_000))
  await eventually(() => isRead)
  await lose()
  await eventually(() => heard.isClosed)
  expect(heard.text).toMatch(/^HTTP\/1.1 401[^]*connection: close[^]*credentials missing/i)
})

test('a body that is read before its operation is not waited for once its sender is unknown', async () => {
  let isKnown = true
  const control = fakeControl(() => new Response('served'))
  server = await serveControl({ ...control, recognizes: async () => isKnown })
  const { socket, heard } = ask('POST /v1/x HTTP/1.1\r\nhost: rack\r\ncontent-length: 100000\r\n\r\n')
  socket.write(Buffer.alloc(1000))
  // the second check sees it
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(heard.text).toBe('')
  isKnown = false
  await eventually(() => heard.isClosed)
  expect(heard.text).toMatch(/^HTTP\/1.1 401[^]*credentials missing/)
})
