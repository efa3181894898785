// Reads request bodies within the memory budget of body-budget.ts: whole, or while they arrive.
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { unavailable } from '#control/frame/errors.ts'
import { ACCESS_CHECK_INTERVAL_MS } from '#control/frame/held-access.ts'
import type { Pool } from './body-budget.ts'
import type { Refusal } from './refusal.ts'

const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const FIRST_BYTES = 4096
/** Writing what arrives from a socket as it arrives would be many small writes. */
const PART_BYTES = 256 * 1024

export type Outcome =
  | { bytes: Buffer; release(): void }
  /** The rest of the body is not read, so the connection cannot be reused. */
  | { refusal: Refusal }
  /** The client disconnected. */
  | undefined

export const tooLarge = (limit: number): Refusal => ({
  status: 400,
  message: `request body exceeded maximum size of ${limit} bytes`,
})
const tooSlow: Refusal = { status: 408, message: 'the request body did not arrive in time' }
const unknown: Refusal = { status: 401, error_code: 'Unauthorized', message: 'credentials missing or invalid' }
const busy: Refusal = {
  status: 503,
  error_code: 'ServiceNotAvailable',
  message: 'too many unfinished requests; try again later',
}

/** Undefined for a body without a content length. */
export function announcedLength({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** A client cut off mid-body never sees the response, so a body that ends soon is read and discarded first. */
export async function drain(incoming: IncomingMessage, timeoutMs: number): Promise<void> {
  if ((announcedLength(incoming) ?? Infinity) > MAX_DRAINED_BYTES) return
  incoming.resume()
  await finished(incoming, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
}

/** `isKnown` is asked while the body arrives: whoever has lost the credentials meanwhile need not send the rest. */
export function readBody(
  incoming: IncomingMessage,
  pool: Pool,
  limit: number,
  isKnown?: () => Promise<boolean>,
): Promise<Outcome> {
  if (incoming.destroyed) return Promise.resolve(undefined)
  const announced = announcedLength(incoming)
  return new Promise((resolve) => {
    const share = pool.open(() => end({ refusal: busy }))
    const timer = setTimeout(() => end({ refusal: tooSlow }), pool.timeoutMs)
    const checks =
      isKnown &&
      setInterval(() => void isKnown().then((is) => is || end({ refusal: unknown })), ACCESS_CHECK_INTERVAL_MS)
    let buffer = Buffer.alloc(0)
    let size = 0
    let isOver = false

    function end(outcome: Outcome): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      clearInterval(checks)
      incoming.off('data', take).off('end', complete).pause()
      if (outcome && 'bytes' in outcome) share.finish()
      else share.release()
      buffer = Buffer.alloc(0)
      resolve(outcome)
    }

    /** Appends to one growing buffer: a list of tiny parts would cost a hundred times their bytes. */
    function take(part: Buffer): void {
      const needed = size + part.length
      if (needed > limit) return end({ refusal: tooLarge(limit) })
      if (needed > buffer.length) {
        const capacity = announced ?? Math.min(limit, Math.max(needed, 2 * buffer.length, FIRST_BYTES))
        if (!share.grow(capacity)) return end({ refusal: busy })
        const larger = Buffer.allocUnsafeSlow(capacity)
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      part.copy(buffer, size)
      size = needed
    }

    function complete(): void {
      end({ bytes: buffer.subarray(0, size), release: share.release })
    }

    // these listeners stay attached: an unhandled error event would crash the process
    incoming.once('error', () => end(undefined)).once('close', () => end(undefined))
    incoming.on('data', take).once('end', complete)
  })
}

/**
 * The body while it arrives. Two buffers take turns, so that a part can be written while the next one arrives. They are reserved and the
 * time is counted from the first read: whoever is refused before that costs nothing.
 */
export async function* streamBody(incoming: IncomingMessage, pool: Pool): AsyncGenerator<Uint8Array> {
  const share = pool.open(drop)
  const timer = setTimeout(drop, pool.timeoutMs)
  function drop(): void {
    share.release()
    incoming.destroy()
  }
  try {
    const bytes = Math.min(announcedLength(incoming) ?? PART_BYTES, PART_BYTES)
    if (!share.grow(2 * bytes)) throw unavailable()
    yield* inTurns(incoming, Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes))
  } finally {
    clearTimeout(timer)
    share.release()
  }
}

async function* inTurns(incoming: IncomingMessage, current: Buffer, other: Buffer): AsyncGenerator<Uint8Array> {
  let filled = 0
  // a reader that gives up must still be able to answer
  for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < part.length;) {
      const copied = part.copy(current, filled, at)
      at += copied
      filled += copied
      if (filled < current.length) continue
      yield current
      ;[current, other] = [other, current]
      filled = 0
    }
  }
  if (filled > 0) yield current.subarray(0, filled)
}
