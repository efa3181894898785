// How much of a request is read. The control plane has its own, smaller limits; this one keeps a sender without end from
// filling the memory before those are reached.
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { BODY_LIMIT, BULK_LIMIT } from '#control/frame/parse.ts'
import { pathOf } from '../log.ts'

export const MOST = 9 * 1024 * 1024
const MOST_DROPPED = 64 * 1024 * 1024

/** Names the limit that the sender has to keep to, which is never this one. */
export function tooLarge({ url }: IncomingMessage) {
  const limit = pathOf(url).endsWith('/bulk-write') ? BULK_LIMIT : BODY_LIMIT
  return { status: 400, message: `request body exceeded maximum size of ${limit} bytes` }
}

const announced = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

export const announcedTooLarge = (incoming: IncomingMessage): boolean => announced(incoming) > MOST

/** Whoever is cut off while sending does not see the answer: what ends soon is read and dropped first. */
export async function drop(incoming: IncomingMessage): Promise<void> {
  if (announced(incoming) > MOST_DROPPED) return
  incoming.resume()
  await finished(incoming).catch(() => undefined)
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
