// How much memory unfinished and unanswered request bodies may use. Callers without valid credentials share a small pool, so
// that they cannot crowd out anyone who has signed in.

const MIB = 1024 * 1024

export interface PoolLimits {
  bytes: number
  /** A body that takes longer to arrive is given up. */
  timeoutMs: number
}

export type PoolName = 'anonymous' | 'authenticated'

export const BODY_POOLS: Record<PoolName, PoolLimits> = {
  anonymous: { bytes: 16 * MIB, timeoutMs: 15_000 },
  // enough for 180 chunks of an import at once, and for a chunk over a slow line
  authenticated: { bytes: 128 * MIB, timeoutMs: 60_000 },
}

/** The share of one request. */
export interface Share {
  /** Reserves this many bytes in all. Fails when even dropping every unfinished body would not make room. */
  grow(bytes: number): boolean
  /** The body has arrived: from now on it cannot be dropped. */
  finish(): void
  release(): void
}

export interface Pool {
  readonly timeoutMs: number
  /** `drop` is called when the body has to make room for a newer one. */
  open(drop: () => void): Share
  /** Bytes reserved right now. */
  held(): number
}

export function makePool({ bytes: limit, timeoutMs }: PoolLimits): Pool {
  let held = 0
  /** Unfinished bodies, oldest first. A genuine request arrives at once; what hangs for long is the first to go. */
  const unfinished = new Map<object, () => void>()

  function makeRoom(extra: number, own: object): boolean {
    for (const [other, drop] of unfinished) {
      if (held + extra <= limit) return true
      if (other !== own) drop()
    }
    return held + extra <= limit
  }

  return {
    timeoutMs,
    held: () => held,
    open(drop) {
      const own = {}
      let reserved = 0
      unfinished.set(own, drop)
      return {
        grow(bytes) {
          if (!makeRoom(bytes - reserved, own)) return false
          held += bytes - reserved
          reserved = bytes
          return true
        },
        finish: () => void unfinished.delete(own),
        release() {
          unfinished.delete(own)
          held -= reserved
          reserved = 0
        },
      }
    },
  }
}
