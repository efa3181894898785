// How much of a request is read. The control plane has its own, smaller limits; this one keeps a sender without end from
// filling the memory before those are reached.
import type { IncomingMessage } from 'node:http'
import { BODY_LIMIT, BULK_LIMIT } from '#control/parse.ts'
import { pathOf } from './log.ts'

export const MOST = 9 * 1024 * 1024

/** Names the limit that the sender has to keep to, which is never this one. */
export function tooLarge({ url }: IncomingMessage) {
  const limit = pathOf(url).endsWith('/bulk-write') ? BULK_LIMIT : BODY_LIMIT
  return { status: 400, message: `request body exceeded maximum size of ${limit} bytes` }
}

export function announcedTooLarge(incoming: IncomingMessage): boolean {
  return Number(incoming.headers['content-length'] ?? 0) > MOST
}

/** A body without a length is read here, so that it can be cut off. Undefined: it was too large. */
export async function readChunked(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
