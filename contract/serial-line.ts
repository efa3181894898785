// A serial console session that survives lost connections, for the console and the command line: it reconnects with backoff, resumes
// at the next byte, and ends only when the guest stops or the host refuses. Hosts without our own stream use the published one, which
// can only repeat the last output.
import type { OperationId } from './operations.ts'

export interface Socket {
  send: (bytes: Uint8Array<ArrayBuffer>) => void
  close: () => void
}

export interface SocketEvents {
  onOpen: () => void
  onBytes: (bytes: Uint8Array) => void
  onText: (text: string) => void
  /** Called exactly once. */
  onEnd: (end: SocketEnd) => void
}

export interface SocketEnd {
  code: number
  reason: string
  /** set if the host refused the connection */
  status?: number
  message?: string
  requestId?: string
}

export type LineState =
  | { kind: 'connecting' }
  /** lost, will be retried */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'connected' }
  /** the guest stopped and must be started, or the host ended the session */
  | { kind: 'ended'; reason: string }
  /** refused or unreachable for too long; stays until retried by hand */
  | { kind: 'error'; reason: string; refusal?: SocketEnd }

export type StreamOperation = Extract<OperationId, 'serial_stream' | 'instance_serial_console_stream'>
export type From = { fromStart: number } | { mostRecent: number }

export interface LineOptions {
  open: (operation: StreamOperation, from: From, events: SocketEvents) => Socket
  /** bytes of earlier output to show */
  history: number
  onData: (bytes: Uint8Array) => void
  onState: (state: LineState) => void
  /** bytes printed but not kept while disconnected */
  onGap: (bytes: number) => void
  /** the new output overlaps what is on screen: clear it */
  onAnew: () => void
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

export interface Line {
  send: (bytes: Uint8Array) => void
  /** retries immediately */
  retry: () => void
  close: () => void
}

const MAX_ATTEMPTS = 10
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 15_000
/** Frames have a maximum size, pastes do not. */
const MAX_MESSAGE_BYTES = 16_384
/** Sent by a host that restarts; retry. */
const SHUTTING_DOWN = /shutting down/
const NORMAL_CLOSE = 1000
const GOING_AWAY = 1001
const INTERNAL_ERROR = 1011

export function openLine(options: LineOptions): Line {
  const { history, onState, sleep, random } = options
  const ended = new AbortController()
  let current: Socket | undefined
  /** current, while it is open */
  let socket: Socket | undefined
  let wake = new AbortController()
  let place: number | undefined
  let isOurs = true
  let hasData = false
  let running = false

  /** One connection. */
  function connect(): Promise<SocketEnd & { opened: boolean }> {
    return new Promise((resolve) => {
      let opened = false
      const from = place === undefined || !isOurs ? { mostRecent: history } : { fromStart: place }
      const one = options.open(isOurs ? 'serial_stream' : 'instance_serial_console_stream', from, {
        onOpen() {
          opened = true
          if (ended.signal.aborted) return one.close()
          socket = one
          // the published stream repeats the last output
          if (!isOurs && hasData) options.onAnew()
          onState({ kind: 'connected' })
        },
        onBytes: receive,
        onText: (text) => (isOurs ? move((JSON.parse(text) as { offset: number }).offset) : receive(encode(text))),
        onEnd(end) {
          socket = undefined
          resolve({ ...end, opened })
        },
      })
      current = one
    })
  }

  function receive(bytes: Uint8Array): void {
    if (ended.signal.aborted) return
    hasData = true
    if (place !== undefined) place += bytes.length
    options.onData(bytes)
  }

  function move(offset: number): void {
    if (place !== undefined && offset > place) options.onGap(offset - place)
    place = offset
  }

  async function keepConnected(): Promise<void> {
    running = true
    onState({ kind: 'connecting' })
    let failures = 0
    while (!ended.signal.aborted) {
      const { opened, ...end } = await connect()
      if (ended.signal.aborted) return
      if (end.status === 404 && isOurs && place === undefined) {
        isOurs = false
        continue
      }
      const final = finalOf(end)
      if (final) return stop(final)
      failures = opened ? 0 : failures + 1
      if (failures >= MAX_ATTEMPTS) return stop({ kind: 'error', reason: 'the serial console cannot be reached' })
      await pause(failures)
    }
  }

  async function pause(failures: number): Promise<void> {
    // jitter, because many terminals reconnect at once after the host restarts
    const ms = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + random() / 2)
    onState({ kind: 'waiting', seconds: Math.ceil(ms / 1000) })
    wake = new AbortController()
    await sleep(ms, AbortSignal.any([wake.signal, ended.signal])).catch(() => undefined)
    if (!ended.signal.aborted) onState({ kind: 'connecting' })
  }

  function stop(state: LineState): void {
    running = false
    onState(state)
  }

  void keepConnected()
  return {
    /** Dropped while disconnected: keys typed without seeing the guest must not reach it later. */
    send(bytes) {
      for (let at = 0; at < bytes.length; at += MAX_MESSAGE_BYTES) socket?.send(bytes.slice(at, at + MAX_MESSAGE_BYTES))
    },
    retry() {
      if (running) wake.abort()
      else if (!ended.signal.aborted) void keepConnected()
    },
    close() {
      ended.abort()
      current?.close()
    },
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** The final state after a close; undefined if a retry may succeed. */
function finalOf(end: SocketEnd): LineState | undefined {
  const { code, reason, status = 0, message = `the host answered ${status}` } = end
  if (status >= 400 && status < 500 && status !== 429) return { kind: 'error', reason: message, refusal: end }
  if (code === NORMAL_CLOSE) return { kind: 'ended', reason: reason || 'the host closed the connection' }
  if (code === GOING_AWAY && !SHUTTING_DOWN.test(reason))
    return { kind: 'ended', reason: reason || 'the instance stopped' }
  if (code === INTERNAL_ERROR) return { kind: 'error', reason: reason || 'the serial console was closed' }
  return undefined
}
