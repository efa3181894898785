// Retries a transaction after a serialization conflict. Each engine classifies its errors.

/** What backing off needs from the host. */
export interface Backoff {
  clock: { sleep(milliseconds: number): Promise<void> }
  random: { bytes(count: number): Uint8Array }
}

export interface Retry extends Backoff {
  /** True when nothing was written and a retry may succeed. */
  transient(error: unknown): boolean
}

/** Retries are exhausted. Nothing was written, and a later attempt may succeed. */
export class RetriesExhausted extends Error {
  constructor(cause: unknown) {
    super('too many transactions want the same rows', { cause })
    this.name = 'RetriesExhausted'
  }
}

const MAX_TRIES = 100
const MAX_BACKOFF_MS = 250

export async function retrying<T>({ clock, random, transient }: Retry, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!transient(error)) throw error
      if (tries === MAX_TRIES) throw new RetriesExhausted(error)
    }
    // jitter: without it, transactions that collided once would retry together and collide again
    const share = ((random.bytes(1)[0] ?? 0) + 1) / 256
    await clock.sleep(share * Math.min(MAX_BACKOFF_MS, 2 ** Math.min(tries, 10)))
  }
}
