// Sends one request over HTTP and waits a bounded time for the response.
import { Agent, request as open, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const MAX_WAIT_MS = 30_000

export interface Wire {
  method: string
  /** With the query, as sent. */
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
  /** Without a content length, so that the server learns the size only while reading. */
  isChunked?: boolean | undefined
  isUpgrade?: boolean | undefined
}

export type Outcome =
  | { status: number; headers: IncomingHttpHeaders; text: string; isStream: boolean }
  /** No response in time. */
  | 'hang'
  /** The server closed the connection without a response. */
  | 'closed'

export const makeAgent = () => new Agent({ keepAlive: true, maxSockets: 4 })

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

// without either, Node would send a body after GET or DELETE that the server takes for the next request
const framing = (body: Buffer, isChunked = false): Record<string, string> =>
  isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }

export function send(port: number, wire: Wire, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, path, body, isChunked, isUpgrade } = wire
    const length = body && framing(body, isChunked)
    const headers = { ...wire.headers, ...length, ...(isUpgrade && UPGRADE) }
    const outgoing = open({ host: '127.0.0.1', port, method, path, headers, agent: isUpgrade ? false : agent })
    const timer = setTimeout(() => end('hang'), MAX_WAIT_MS)
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      resolve(outcome)
      // a stream has no end; reuse a connection after a complete response
      if (typeof outcome === 'string' || outcome.isStream) outgoing.destroy()
    }
    outgoing.once('error', () => end('closed'))
    outgoing.once('upgrade', ({ headers: given }) => end({ status: 101, headers: given, text: '', isStream: true }))
    outgoing.once('response', (incoming) => void read(incoming).then(end))
    outgoing.end(body)
  })
}

async function read(incoming: IncomingMessage): Promise<Outcome> {
  const { statusCode: status = 0, headers } = incoming
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  if (isStream) return { status, headers, text: '', isStream }
  const parts: Buffer[] = []
  try {
    for await (const part of incoming) parts.push(part as Buffer)
  } catch {
    return 'closed'
  }
  return {
    status,
    headers,
    text: decoded(Buffer.concat(parts), headers['content-encoding']).toString('utf8'),
    isStream,
  }
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}
