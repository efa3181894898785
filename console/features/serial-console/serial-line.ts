// A serial console session that survives lost connections: it reconnects with backoff, resumes at the next byte, and ends only when
// the guest stops or the user loses access. Independent of the terminal and of React.
import type { Socket } from '../../host.ts'

export type LineState =
  | { kind: 'connecting' }
  /** lost, will be retried */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'connected' }
  /** the guest stopped and must be started */
  | { kind: 'ended'; reason: string }
  /** refused or unreachable for too long; stays until retried by hand */
  | { kind: 'error'; reason: string }

export type From = { fromStart: number } | { mostRecent: number }

export interface LineOptions {
  /** our own stream, which includes offsets */
  open: (from: From) => Socket
  /** the stream that every host has; it only repeats the last output */
  openPublished: (mostRecent: number) => Socket
  /** the status of a plain GET to our own stream's path: 404 if the host lacks it */
  probe: () => Promise<number>
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
  send: (data: Uint8Array<ArrayBuffer>) => void
  /** retries immediately */
  retry: () => void
  close: () => void
}

const HISTORY = 262_144
const MAX_ATTEMPTS = 10
const MAX_BACKOFF_MS = 15_000
const SHUTTING_DOWN = /shutting down/

interface Outcome {
  opened: boolean
  code: number
  reason: string
}

export function openLine(options: LineOptions): Line {
  const { onState, sleep, random, probe } = options
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
  function connect(): Promise<Outcome> {
    return new Promise((resolve) => {
      let opened = false
      const one = isOurs
        ? options.open(place === undefined ? { mostRecent: HISTORY } : { fromStart: place })
        : options.openPublished(HISTORY)
      one.binaryType = 'arraybuffer'
      one.addEventListener('open', () => {
        opened = true
        socket = one
        // the published stream repeats the last output
        if (!isOurs && hasData) options.onAnew()
        onState({ kind: 'connected' })
      })
      one.addEventListener('message', (event) => receive((event as MessageEvent<string | ArrayBuffer>).data))
      // an error is always followed by a close; handling both would count one failure twice
      one.addEventListener('close', (event) => {
        socket = undefined
        const { code, reason } = event as CloseEvent
        resolve({ opened, code, reason })
      })
      current = one
    })
  }

  function receive(data: string | ArrayBuffer): void {
    if (ended.signal.aborted) return
    if (typeof data === 'string' && isOurs) return move((JSON.parse(data) as { offset: number }).offset)
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)
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
      const { opened, code, reason } = await connect()
      if (ended.signal.aborted) return
      const final = finalOf(code, reason)
      if (final) return stop(final)
      failures = opened ? 0 : failures + 1
      if (failures >= MAX_ATTEMPTS) return stop({ kind: 'error', reason: 'The serial console cannot be reached.' })
      if (!opened && isOurs && place === undefined && (await foreign())) continue
      await pause(failures)
    }
  }

  /** Whether the host is a third-party one; unknown if it is unreachable. */
  async function foreign(): Promise<boolean> {
    const status = await probe().catch(() => 0)
    if (status === 404) isOurs = false
    return status === 404
  }

  async function pause(failures: number): Promise<void> {
    // jitter, because many terminals reconnect at once after the host restarts
    const ms = Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures) * (0.5 + random() / 2)
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
    send: (data) => socket?.send(data),
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

/** The final state after a close; undefined if a retry may succeed. */
function finalOf(code: number, reason: string): LineState | undefined {
  if (code === 1001 && !SHUTTING_DOWN.test(reason)) return { kind: 'ended', reason }
  if (code === 1011) return { kind: 'error', reason: reason || 'The serial console was closed.' }
  return undefined
}
