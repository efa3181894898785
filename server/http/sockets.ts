// WebSockets for the control plane: the handshake, the adapter to its Socket interface, and detection of dead peers.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { ControlPlane } from '#control/plane/control-plane.ts'
import type { Socket } from '#control/frame/ports/streams.ts'
import { callerOf, isTls } from './caller.ts'
import type { ServerLog } from '../log.ts'
import { badRequest, failed, refuseUpgrade, writeRaw } from './refusal.ts'

const MAX_MESSAGE_BYTES = 1024 * 1024
const PING_INTERVAL_MS = 30_000
/** Buffer for messages that arrive before there is a listener. Even an empty message costs memory. */
const MAX_EARLY_BYTES = MAX_MESSAGE_BYTES
const MESSAGE_OVERHEAD_BYTES = 256

export function makeSockets(control: Pick<ControlPlane, 'upgrade'>, log: ServerLog) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): Promise<void> {
    const request = requestOf(incoming)
    if (!request) return refuseUpgrade(socket, badRequest, requestId)
    try {
      const answer = await control.upgrade(request, callerOf(incoming))
      if (typeof answer !== 'function') return await writeResponse(socket, answer)
      if (socket.destroyed) return
      server.handleUpgrade(incoming, socket, head, (ws) => {
        keepAlive(ws)
        answer(adapt(ws, log))
      })
    } catch (error) {
      log.error('an upgrade failed', { error, request_id: requestId })
      refuseUpgrade(socket, failed, requestId)
    }
  }

  function close() {
    for (const ws of server.clients) ws.close(1001, 'the server is shutting down')
  }

  return { upgrade, close }
}

function requestOf(incoming: IncomingMessage): Request | undefined {
  const url = `${isTls(incoming) ? 'https' : 'http'}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`
  if (incoming.method !== 'GET' || !URL.canParse(url)) return undefined
  const headers = new Headers()
  for (let n = 0; n < incoming.rawHeaders.length; n += 2) {
    headers.append(incoming.rawHeaders[n] ?? '', incoming.rawHeaders[n + 1] ?? '')
  }
  return new Request(url, { headers })
}

async function writeResponse(socket: Duplex, response: Response): Promise<void> {
  writeRaw(socket, response.status, Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()))
}

/** Buffers messages until the control plane listens: a client may send as soon as the handshake is done. */
function adapt(ws: WebSocket, log: ServerLog): Socket {
  let early: (Uint8Array | string)[] = []
  let room = MAX_EARLY_BYTES
  let listener = (data: Uint8Array | string): void => {
    if (room < 0) return
    room -= data.length + MESSAGE_OVERHEAD_BYTES
    if (room >= 0) return void early.push(data)
    early = []
    ws.close(1008, 'too much data was sent before the connection was ready')
  }
  ws.on('message', (data, isBinary) => listener(isBinary ? bytesOf(data) : bytesOf(data).toString('utf8')))
  ws.on('error', (error) => log.warn('a socket failed', { error: error.message }))
  return {
    send: (data) => ws.send(data),
    buffered: () => ws.bufferedAmount,
    // a close frame's reason is limited to 123 bytes; cut it between characters
    close: (code, reason) =>
      ws.close(
        code,
        Buffer.from(reason)
          .subarray(0, 123)
          .toString('utf8')
          .replace(/\uFFFD+$/, ''),
      ),
    onMessage(given) {
      if (room < 0) return
      listener = given
      early.splice(0).forEach(given)
    },
    onClose: (given) => void (ws.readyState === ws.CLOSED ? given() : ws.once('close', () => given())),
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

/** A suspended laptop sends no close frame; without pings its socket would stay open for hours. */
function keepAlive(ws: WebSocket): void {
  let alive = true
  ws.on('pong', () => (alive = true))
  const timer = setInterval(() => {
    if (!alive) return ws.terminate()
    alive = false
    ws.ping()
  }, PING_INTERVAL_MS).unref()
  ws.once('close', () => clearInterval(timer))
}
