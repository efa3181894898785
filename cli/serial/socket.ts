// A WebSocket to an operation, with the token in its header. Only this file knows the library.
import { WebSocket } from 'ws'
import type { OperationId } from '#contract/operations.ts'
import type { Socket, SocketEnd, SocketEvents } from '#contract/serial-line.ts'
import { authorization, pathOf, type Api, type WireCall } from '../api.ts'

interface To {
  operation: OperationId
  call: WireCall
  ca: string[] | undefined
}

const HANDSHAKE_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000
const NORMAL_CLOSE = 1000

export function socketTo(api: Api, { operation, call, ca }: To, events: SocketEvents): Socket {
  const url = api.url.replace(/^http/, 'ws') + pathOf(operation, call)
  const { onOpen, onBytes, onText, onEnd } = events
  const socket = new WebSocket(url, {
    headers: authorization(api),
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    ...(ca && { ca }),
  })
  let refusal: Partial<SocketEnd> = {}
  socket.on('unexpected-response', (request, response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.once('close', () => {
      refusal = { status: response.statusCode ?? 0, ...errorIn(Buffer.concat(parts).toString()) }
      request.destroy()
      onEnd({ code: 0, reason: '', ...refusal })
    })
  })
  socket.on('open', onOpen)
  socket.on('message', (data, isBinary) => (isBinary ? onBytes(data as Buffer) : onText(String(data))))
  // a close follows, except after a refusal
  socket.on('error', () => undefined)
  socket.on('close', (code, reason) => refusal.status === undefined && onEnd({ code, reason: reason.toString() }))
  return {
    send: (bytes) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes)
    },
    close() {
      socket.close(NORMAL_CLOSE)
      // an unresponsive host must not block the terminal
      setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
    },
  }
}

function errorIn(text: string): Pick<SocketEnd, 'message' | 'requestId'> {
  try {
    const { message, request_id } = JSON.parse(text) as { message?: string; request_id?: string }
    return { ...(message && { message }), ...(request_id && { requestId: request_id }) }
  } catch {
    return {}
  }
}
