// Live streams over a real connection: what is written arrives, and both ends learn when the other is gone.
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Sink } from '#control/frame/ports/streams.ts'
import { StreamResponse } from '#control/frame/stream-response.ts'
import { fakeControl, serveControl } from '../testing.ts'

const encode = (text: string) => new TextEncoder().encode(text)
let server: Awaited<ReturnType<typeof serveControl>> | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Resolves with the sink of the first stream that a client opens. */
async function serveStream() {
  let open!: (sink: Sink) => void
  const opened = new Promise<Sink>((resolve) => (open = resolve))
  const headers = { 'content-type': 'text/event-stream', 'x-request-id': 'mine' }
  server = await serveControl(fakeControl(() => new StreamResponse(headers, open)))
  return { url: `${server.url}/v1/events`, port: Number(new URL(server.url).port), opened }
}

test('what is written arrives until the end, with the headers of the response', async () => {
  const { url, opened } = await serveStream()
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  const { status, headers } = response
  expect([status, headers.get('content-type'), headers.get('x-request-id')]).toEqual([200, 'text/event-stream', 'mine'])
  expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store', null])
  const sink = await opened
  sink.write(encode('one\n'))
  sink.write(encode('two\n'))
  sink.end()
  sink.write(encode('too late\n'))
  expect(await response.text()).toBe('one\ntwo\n')
})

test('the stream learns that its client has left', async () => {
  const { url, opened } = await serveStream()
  const leaving = new AbortController()
  await fetch(url, { signal: leaving.signal })
  const sink = await opened
  const closed = new Promise<void>((resolve) => sink.onClose(resolve))
  leaving.abort()
  await closed
  // a stream that closed before anyone listened says so at once
  await new Promise<void>((resolve) => sink.onClose(resolve))
  sink.write(encode('nobody'))
  sink.end()
})

test('bytes that the client does not read are counted, and dropped with the connection', async () => {
  const { port, opened } = await serveStream()
  const socket = connect(port, '127.0.0.1').pause()
  socket.write('GET /v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const sink = await opened
  const closed = new Promise<void>((resolve) => sink.onClose(resolve))
  const megabyte = new Uint8Array(1024 * 1024)
  for (let n = 0; n < 64; n++) sink.write(megabyte)
  expect(sink.buffered()).toBeGreaterThan(megabyte.length)
  sink.destroy(new Error('too slow'))
  await closed
  socket.destroy()
})
