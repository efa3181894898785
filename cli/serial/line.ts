// A serial console session that survives lost connections: it reconnects with backoff and resumes at the next byte. Hosts without
// our own stream use the published one, which can only repeat the last output.
import type { OperationId } from '#contract/operations.ts'
import type { Socket, SocketEnd, SocketEvents } from './socket.ts'

export type LineEnd =
  | { kind: 'closed'; message: string }
  | { kind: 'refused'; status: number; message: string; requestId: string | undefined }
  | { kind: 'lost'; message: string }

interface LineOptions {
  open: (operation: OperationId, query: Record<string, number>) => (events: SocketEvents) => Socket
  /** bytes of earlier output to show */
  history: number
  onData: (bytes: Uint8Array) => void
  onNote: (text: string) => void
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

const MAX_ATTEMPTS = 10
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 15_000
const MAX_MESSAGE_BYTES = 16_384
/** Sent by a host that restarts; retry. */
const SHUTTING_DOWN = /shutting down/

export function openLine({ open, history, onData, onNote, sleep }: LineOptions) {
  const ended = new AbortController()
  let message = 'disconnected'
  let socket: Socket | undefined
  let place: number | undefined
  let isOurs = true

  function connect(): Promise<SocketEnd & { opened: boolean }> {
    const query: Record<string, number> =
      place === undefined || !isOurs ? { most_recent: history } : { from_start: place }
    return new Promise((resolve) => {
      let opened = false
      const one = open(
        isOurs ? 'serial_stream' : 'instance_serial_console_stream',
        query,
      )({
        onOpen: () => {
          opened = true
          if (ended.signal.aborted) one.close()
        },
        onBytes(bytes) {
          if (place !== undefined) place += bytes.length
          onData(bytes)
        },
        onText(text) {
          if (!isOurs) return onData(Buffer.from(text))
          const { offset } = JSON.parse(text) as { offset: number }
          if (place !== undefined && offset > place)
            onNote(`${offset - place} bytes of output were not kept by the host`)
          place = offset
        },
        onEnd: (end) => {
          socket = undefined
          resolve({ ...end, opened })
        },
      })
      socket = one
    })
  }

  async function keepConnected(): Promise<LineEnd> {
    for (let failures = 0; !ended.signal.aborted;) {
      const { opened, code, reason, status, message: why, requestId } = await connect()
      if (ended.signal.aborted) break
      if (status === 404 && isOurs && place === undefined) {
        isOurs = false
        continue
      }
      if (status !== undefined && status >= 400 && status < 500 && status !== 429)
        return { kind: 'refused', status, message: why ?? `the host answered ${status}`, requestId }
      if (code === 1001 && !SHUTTING_DOWN.test(reason))
        return { kind: 'closed', message: reason || 'the instance stopped' }
      if (code === 1000) return { kind: 'closed', message: reason || 'the host closed the connection' }
      if (code === 1011) return { kind: 'lost', message: reason || 'the host closed the serial console' }
      failures = opened ? 0 : failures + 1
      if (failures >= MAX_ATTEMPTS) return { kind: 'lost', message: 'the serial console cannot be reached' }
      if (failures <= 1) onNote('connection lost; reconnecting')
      // jitter, because many terminals reconnect at once after the host restarts
      const ms = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2)
      await sleep(ms, ended.signal).catch(() => undefined)
    }
    return { kind: 'closed', message }
  }

  return {
    done: keepConnected(),
    /** Dropped while disconnected: keys typed without seeing the guest must not reach it later. */
    send(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; at += MAX_MESSAGE_BYTES)
        socket?.send(bytes.subarray(at, at + MAX_MESSAGE_BYTES))
    },
    close(why: string) {
      message = why
      ended.abort()
      socket?.close()
    },
  }
}
