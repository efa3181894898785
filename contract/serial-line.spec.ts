// Losing and restoring connections, with fake sockets.
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openLine,
  type From,
  type Line,
  type LineState,
  type Socket,
  type SocketEnd,
  type SocketEvents,
} from './serial-line.ts'

class FakeSocket implements Socket {
  sent: string[] = []
  readonly from: From | 'published'
  readonly #events: SocketEvents
  constructor(from: From | 'published', events: SocketEvents) {
    this.from = from
    this.#events = events
  }
  send(data: Uint8Array) {
    this.sent.push(new TextDecoder().decode(data))
  }
  close() {
    this.lose(1000)
  }
  open() {
    this.#events.onOpen()
  }
  place(offset: number) {
    this.#events.onText(JSON.stringify({ offset }))
  }
  print(text: string) {
    this.#events.onBytes(new TextEncoder().encode(text))
  }
  lose(code = 1006, reason = '', refusal: Partial<SocketEnd> = {}) {
    this.#events.onEnd({ code, reason, ...refusal })
  }
}

let sockets: FakeSocket[]
let states: LineState[]
let shown: string
let gaps: number[]
let waits: number[]
let line: Line

beforeEach(() => {
  sockets = []
  states = []
  shown = ''
  gaps = []
  waits = []
  line = openLine({
    open(operation, from, events) {
      sockets.push(new FakeSocket(operation === 'serial_stream' ? from : 'published', events))
      return last()
    },
    history: 262_144,
    onData: (bytes) => (shown += new TextDecoder().decode(bytes)),
    onState: (state) => states.push(state),
    onGap: (bytes) => gaps.push(bytes),
    onAnew: () => (shown = ''),
    sleep: async (ms) => void waits.push(ms),
    random: () => 1,
  })
})
afterEach(() => line.close())

const settled = () => new Promise((resolve) => setTimeout(resolve))
const last = () => sockets.at(-1)!
const state = () => states.at(-1)

test('a lost connection resumes at the next byte', async () => {
  expect(last().from).toEqual({ mostRecent: 262_144 })
  last().open()
  last().place(1000)
  last().print('hello ')
  last().lose()
  await settled()
  expect(last().from).toEqual({ fromStart: 1006 })
  last().open()
  last().place(1006)
  last().print('world')
  expect(shown).toBe('hello world')
  expect(gaps).toEqual([])
  expect(state()).toEqual({ kind: 'connected' })
})

test('output that was not kept is reported as a gap', async () => {
  last().open()
  last().place(0)
  last().print('ab')
  last().lose()
  await settled()
  last().open()
  last().place(502)
  last().print('c')
  expect(gaps).toEqual([500])
})

test('it backs off and eventually gives up; the error stays until a manual retry', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    last().lose()
    await settled()
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000])
  expect(state()).toMatchObject({ kind: 'error' })
  expect(sockets).toHaveLength(10)
  line.retry()
  expect(state()).toEqual({ kind: 'connecting' })
  expect(sockets).toHaveLength(11)
})

test('the end of the guest and a refusal are final; a server restart is not', async () => {
  last().open()
  last().lose(1001, 'the server is shutting down')
  await settled()
  expect(sockets).toHaveLength(2)
  last().open()
  last().lose(1011, 'Forbidden')
  await settled()
  expect(state()).toEqual({ kind: 'error', reason: 'Forbidden' })
  line.retry()
  last().open()
  last().lose(1001, 'VM stopped')
  await settled()
  expect(state()).toEqual({ kind: 'ended', reason: 'VM stopped' })
  expect(sockets).toHaveLength(3)
})

test('a third-party host sends only the last output: the screen is cleared', async () => {
  last().lose(0, '', { status: 404 })
  await settled()
  expect(last().from).toBe('published')
  last().open()
  last().print('abc')
  last().lose()
  await settled()
  last().open()
  last().print('abcd')
  expect(shown).toBe('abcd')
})

test('a refusal is final, and says why', async () => {
  last().lose(0, '', { status: 403, message: 'not yours', requestId: 'r' })
  await settled()
  expect(state()).toMatchObject({ kind: 'error', reason: 'not yours', refusal: { status: 403, requestId: 'r' } })
  line.retry()
  // too many requests are not a refusal
  last().lose(0, '', { status: 429 })
  await settled()
  expect(sockets).toHaveLength(3)
  last().lose(1000)
  await settled()
  expect(state()).toEqual({ kind: 'ended', reason: 'the host closed the connection' })
})

test('keys go only to the open connection', async () => {
  line.send(new TextEncoder().encode('lost'))
  last().open()
  line.send(new TextEncoder().encode('ls\r'))
  expect(last().sent).toEqual(['ls\r'])
  // frames have a maximum size
  line.send(new Uint8Array(20_000))
  expect(
    last()
      .sent.slice(1)
      .map(({ length }) => length),
  ).toEqual([16_384, 3616])
  line.close()
  await settled()
  expect(sockets).toHaveLength(1)
})
