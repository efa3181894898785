// One line to a serial console that outlives its connections: it comes back with back-off, goes on at the byte where it was cut, and
// ends only when the guest or somebody's role does. Knows neither the terminal nor React.
import type { Socket } from '../../host.ts'

export type LineState =
  | { kind: 'connecting' }
  /** lost, and to be tried again */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'connected' }
  /** the guest stopped and must be started */
  | { kind: 'ended'; reason: string }
  /** refused or unreachable for too long; stays until retried by hand */
  | { kind: 'error'; reason: string }

export type From = { fromStart: number } | { mostRecent: number }

export interface LineOptions {
  /** our own stream, which tells where its bytes belong */
  open: (from: From) => Socket
  /** the stream that every host has; it only says what was printed last */
  openPublished: (mostRecent: number) => Socket
  /** the status that our own stream's path answers to a plain GET: 404 where the host has none */
  probe: () => Promise<number>
  onData: (bytes: Uint8Array) => void
  onState: (state: LineState) => void
  /** bytes printed but not kept while disconnected */
  onGap: (bytes: number) => void
  /** what comes now begins before what is on screen ended: clear it */
  onAnew: () => void
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

export interface Line {
  send: (data: Uint8Array<ArrayBuffer>) => void
  /** at once, whatever it is waiting for */
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

  /** One connection, from its opening to its end. */
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
        // the published stream repeats what was printed last
        if (!isOurs && hasData) options.onAnew()
        onState({ kind: 'connected' })
      })
      one.addEventListener('message', (event) => receive((event as MessageEvent<string | ArrayBuffer>).data))
      // an error is always followed by a close; answering both would count one failure twice
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

  /** Whether the host is another maker's. When it cannot be asked, that is no answer. */
  async function foreign(): Promise<boolean> {
    const status = await probe().catch(() => 0)
    if (status === 404) isOurs = false
    return status === 404
  }

  async function pause(failures: number): Promise<void> {
    // many terminals come back at once after a restart of the host: spread them
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

/** What a close means for good; undefined when it is worth trying again. */
function finalOf(code: number, reason: string): LineState | undefined {
  if (code === 1001 && !SHUTTING_DOWN.test(reason)) return { kind: 'ended', reason }
  if (code === 1011) return { kind: 'error', reason: reason || 'The serial console was closed.' }
  return undefined
}
