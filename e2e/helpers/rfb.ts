// A screen for tests: a server that speaks RFB 3.8 (RFC 6143), shows one color, and remembers what it receives.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'

export const SCREEN = { width: 640, height: 400 }
export const COLOR = { red: 0x20, green: 0x60, blue: 0xa0 }

export interface TestScreen {
  /** X11 key symbols, in the order in which the keys were pressed. */
  pressed: number[]
  /** Keys that were pressed and not released. */
  held: Set<number>
  /** Where the pointer was, and which of its buttons were down, as bits. */
  pointer: { x: number; y: number; buttons: number }[]
  close(): void
}

/** The page must bypass its content security policy: this server is on a port of its own. */
export async function screenFor(page: Page): Promise<TestScreen> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const screen = { pressed: [], held: new Set<number>(), pointer: [], close: () => server.close() }
  server.on('connection', (socket) => serve(screen, socket))
  // noVNC rejects the WebSocket of Playwright's routeWebSocket, so the page gets a real one to another address
  await page.addInitScript(
    (address) => {
      window.WebSocket = new Proxy(WebSocket, {
        construct: (Original, [url, ...rest]: [string]) =>
          new Original(/\/instances\/[^/]+\/screen/.test(url) ? address : url, ...rest),
      })
    },
    `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  return screen
}

/** The lengths of client messages by type. Encodings and clipboard texts state how much follows. */
const LENGTHS: Record<number, (bytes: Buffer) => number> = {
  0: () => 20,
  2: (bytes) => 4 + 4 * (bytes.length < 4 ? 0 : bytes.readUInt16BE(2)),
  3: () => 10,
  4: () => 8,
  5: () => 6,
  6: (bytes) => 8 + (bytes.length < 8 ? 0 : Math.abs(bytes.readInt32BE(4))),
}

function serve(screen: TestScreen, socket: ServerSocket): void {
  let unread = Buffer.alloc(0)
  /** The handshake: the client sends its version, its choice of security, and whether it shares the screen. */
  const handshake = [
    { length: 12, answer: Buffer.from([1, 1]) },
    { length: 1, answer: Buffer.alloc(4) },
    { length: 1, answer: description() },
  ]
  const take = (length: number) => {
    const taken = unread.subarray(0, length)
    unread = unread.subarray(length)
    return taken
  }
  /** False if the next message is not complete yet. */
  const readNext = (): boolean => {
    const [step] = handshake
    if (step) {
      if (unread.length < step.length) return false
      take(step.length)
      handshake.shift()
      socket.send(step.answer)
      return true
    }
    if (unread.length === 0) return false
    const lengthOf = LENGTHS[unread[0]!]
    if (!lengthOf) throw new Error(`the client sent a message of type ${unread[0]}`)
    const length = lengthOf(unread)
    if (unread.length < length) return false
    const message = take(length)
    // an incremental request is never answered: nothing changes on this screen
    if (message[0] === 3 && message[1] === 0) socket.send(picture())
    if (message[0] === 4) receiveKey(screen, message.readUInt32BE(4), message[1] === 1)
    if (message[0] === 5)
      screen.pointer.push({ buttons: message[1]!, x: message.readUInt16BE(2), y: message.readUInt16BE(4) })
    return true
  }
  socket.on('message', (data: Buffer) => {
    unread = Buffer.concat([unread, data])
    while (readNext());
  })
  socket.send(Buffer.from('RFB 003.008\n'))
}

function receiveKey({ pressed, held }: TestScreen, keysym: number, isDown: boolean): void {
  if (isDown) pressed.push(keysym)
  if (isDown) held.add(keysym)
  else held.delete(keysym)
}

/** The size, the pixel format that noVNC asks for anyway (32 bits, red first), and a name. */
function description(): Buffer {
  const name = Buffer.from('test')
  const bytes = Buffer.alloc(24)
  bytes.writeUInt16BE(SCREEN.width, 0)
  bytes.writeUInt16BE(SCREEN.height, 2)
  bytes.set([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16], 4)
  bytes.writeUInt32BE(name.length, 20)
  return Buffer.concat([bytes, name])
}

/** One rectangle of raw pixels. */
function picture(): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt16BE(1, 2)
  header.writeUInt16BE(SCREEN.width, 8)
  header.writeUInt16BE(SCREEN.height, 10)
  const pixel = Buffer.from([COLOR.red, COLOR.green, COLOR.blue, 255])
  return Buffer.concat([header, Buffer.alloc(SCREEN.width * SCREEN.height * 4, pixel)])
}
