// Requests to other servers. There is no other way to make one: uses.spec.ts looks for them.
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Reach } from './reach.ts'

export interface Sent {
  method?: string
  /** Several can have the same name. */
  headers?: Iterable<readonly [string, string]>
  body?: string | undefined
  signal: AbortSignal
  /** Certificate authorities to trust instead of the usual ones. */
  ca?: string | undefined
  /** Called before anything is sent. */
  prepare?: (request: ClientRequest) => void
}

/** Follows no redirect. */
export function send(url: URL, reach: Reach, { method = 'GET', headers = [], body, signal, ca, prepare }: Sent) {
  return new Promise<IncomingMessage>((done, fail) => {
    const options = { method, agent: false, signal, ...reach.to(url.hostname) }
    const isSecure = url.protocol === 'https:'
    const request = isSecure ? httpsRequest(url, { ...options, ...(ca && { ca }) }) : httpRequest(url, options)
    for (const [name, value] of headers) request.appendHeader(name, value)
    prepare?.(request)
    request.once('response', done).once('error', fail)
    request.end(body)
  })
}

/** Follows as many redirects as the use permits, and checks each target. */
export async function get(url: string, reach: Reach, sent: Omit<Sent, 'method' | 'body'>): Promise<IncomingMessage> {
  let target = urlOf(url)
  for (let redirects = 0; redirects <= reach.redirects; redirects++) {
    const response = await send(target, reach, sent)
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode >= 400 || !headers.location) return response
    response.destroy()
    target = urlOf(headers.location, target)
  }
  throw new BadAnswer('The URL leads from one redirect to the next.')
}

/** The message can be shown to whoever gave the URL. */
export class BadAnswer extends Error {}

function urlOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new BadAnswer('The URL must begin with http:// or https://.')
  return url
}

export async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
