// Runs a transaction again when the database could not fit it between the others. Engines say which errors mean that.
import type { Clock, Random } from '../frame/ports.ts'

export interface Retry {
  clock: Pick<Clock, 'sleep'>
  random: Pick<Random, 'bytes'>
  /** True when nothing was written and the same work may well succeed next time. */
  transient(error: unknown): boolean
}

/** Nothing was written, and trying again later may well succeed. */
export class Crowded extends Error {
  constructor(cause: unknown) {
    super('too many transactions want the same rows', { cause })
    this.name = 'Crowded'
  }
}

const TRIES = 100
const MAX_BACKOFF_MS = 250

export async function retrying<T>({ clock, random, transient }: Retry, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!transient(error)) throw error
      if (tries === TRIES) throw new Crowded(error)
    }
    // jitter: those that collided once would otherwise come back together and collide again
    const share = ((random.bytes(1)[0] ?? 0) + 1) / 256
    await clock.sleep(share * Math.min(MAX_BACKOFF_MS, 2 ** Math.min(tries, 10)))
  }
}
