// The event stream: the host names the nouns that changed, and their cached reads go stale. While the stream does not work, pages
// poll instead (polling.ts). Hosts without a stream, such as another API behind the proxy, answer 404.
import { nounOf, type Noun, type OperationId } from '#contract/operations.ts'
import { outcomeTouches, touches } from '#contract/facts.ts'
import { changed, refetchReads } from './cache.ts'
import { earliestRead } from './event-position.ts'
import { host, isPreview } from './host.ts'
import { setLiveUpdates } from './polling.ts'

/** A stream that is silent for this long counts as off, though it may still start. */
const HELLO_TIMEOUT_MS = 5000
/** The host sends a heartbeat every 15 s. */
const SILENCE_TIMEOUT_MS = 45_000
const MAX_WAIT_MS = 30_000

let hasGreeted = false
let lastId: string | undefined

/** Listens until stopped. */
export function listen(): () => void {
  const ended = new AbortController()
  // the browser knows before any request has failed; the preview needs no network
  if (!isPreview) addEventListener('offline', () => setLiveUpdates(false), { signal: ended.signal })
  void keepListening(ended.signal)
  return () => ended.abort()
}

async function keepListening(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const outcome = await connect(signal)
    if (signal.aborted) return
    // a broken stream usually reconnects at once, so only failed attempts count
    if (outcome === 'greeted') failures = 0
    else setLiveUpdates(false)
    if (outcome === 'stop') return
    // jitter, because many browsers reconnect at once after the host restarts
    const wait = Math.min(MAX_WAIT_MS, 500 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random())
    await pause(wait)
  }
}

/** Ends early when the browser is back online. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })

/** Reads one stream to its end. */
async function connect(signal: AbortSignal): Promise<'greeted' | 'failed' | 'stop'> {
  const silent = new AbortController()
  const giveUp = () => silent.abort()
  const late = setTimeout(() => setLiveUpdates(false), HELLO_TIMEOUT_MS)
  let silence = setTimeout(giveUp, SILENCE_TIMEOUT_MS)
  // a stream that has lost its network is only silent
  addEventListener('offline', giveUp)
  let isGreeted = false
  const resume = lastId ?? earliestRead()
  try {
    const response = await host.fetch('/rackwright/events', {
      headers: resume ? { 'last-event-id': resume } : {},
      signal: AbortSignal.any([signal, silent.signal]),
    })
    // signed out: reading the user redirects to the login page
    if (response.status === 401) changed(['me'])
    if (response.status === 404 || response.status === 401) return 'stop'
    if (!response.ok || !response.body) return 'failed'
    for await (const message of messages(response.body)) {
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE_TIMEOUT_MS)
      if (message.event === 'hello') {
        isGreeted = true
        clearTimeout(late)
        setLiveUpdates(true)
      }
      receive(message)
    }
  } catch {
    // disconnected: the caller retries
  } finally {
    clearTimeout(late)
    clearTimeout(silence)
    removeEventListener('offline', giveUp)
  }
  return isGreeted ? 'greeted' : 'failed'
}

async function* messages(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  let rest = ''
  for await (const text of chunks(body.pipeThrough(new TextDecoderStream()))) {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    yield* parts.map(parse)
  }
}

/** Not every browser can iterate over a stream. */
async function* chunks(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}

export type ServerEvent = Record<string, string>

export function parse(message: string): ServerEvent {
  const fields = message.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  return Object.fromEntries(fields.flatMap((field) => (field ? [[field[1], field[2]]] : [])))
}

function receive({ id, event, data = '{}' }: ServerEvent): void {
  if (event === 'hello') {
    // some of a page's first reads may be older than the start of the stream
    if (!hasGreeted) void refetchReads(id)
    // without a position in the log, any change may have been missed
    else if (!lastId) changed('all')
    hasGreeted = true
  }
  if (id) lastId = id
  if (event === 'reset') changed('all')
  if (event === 'change') changed(nounsOf(JSON.parse(data) as { noun: Noun; operation: OperationId }))
}

const nounsOf = ({ noun, operation }: { noun: Noun; operation: OperationId }): readonly Noun[] => {
  const touched = operation in nounOf ? touches(operation) : outcomeTouches(noun)
  return touched.includes(noun) ? touched : [noun, ...touched]
}
