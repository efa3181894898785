// The host tells which nouns changed, and their cached reads go stale: one GET where polling would be hundreds. A host that
// tells nothing (another API behind the proxy) answers 404, and then pages ask by themselves: see polling.ts.
import { nounOf, type Noun, type OperationId } from '#contract/operations.ts'
import { outcomeTouches, touches } from '#contract/touches.ts'
import { changed } from './api.ts'
import { host } from './host.ts'
import { becomeSilent } from './polling.ts'

let isLive = false
let lastId: string | undefined

/** Listens until stopped. */
export function listen(): () => void {
  const ended = new AbortController()
  void keepListening(ended.signal)
  return () => ended.abort()
}

async function keepListening(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const response = await host.fetch('/rackwright/events', {
        headers: lastId ? { 'last-event-id': lastId } : {},
        signal,
      })
      if (response.status === 404) return becomeSilent()
      // signed out: the next call finds the way to the login page, and nobody loses a half-filled form to a stream
      if (response.status === 401) return
      if (response.ok && response.body) {
        failures = 0
        await read(response.body)
      }
    } catch {
      // cut off: try again below
    }
    // many browsers come back at once after a restart of the host: spread them
    const wait = Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  let rest = ''
  for await (const text of chunks(body.pipeThrough(new TextDecoderStream()))) {
    const messages = (rest + text).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) receive(parse(message))
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
  // whoever comes back without a place in the log may have missed anything
  if (event === 'hello' && isLive && !lastId) changed('all')
  if (id) lastId = id
  if (event === 'hello') isLive = true
  if (event === 'reset') changed('all')
  if (event === 'change') changed(nounsOf(JSON.parse(data) as { noun: Noun; operation: OperationId }))
}

const nounsOf = ({ noun, operation }: { noun: Noun; operation: OperationId }): readonly Noun[] => {
  const touched = operation in nounOf ? touches(operation) : outcomeTouches(noun)
  return touched.includes(noun) ? touched : [noun, ...touched]
}
