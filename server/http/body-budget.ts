// The memory budget for request bodies that are incomplete or unanswered. Callers without valid credentials share a small pool,
// so that they cannot crowd out anyone who is signed in.

const MIB = 1024 * 1024

export interface PoolLimits {
  bytes: number
  /** A body that takes longer to arrive is dropped. */
  timeoutMs: number
}

export type PoolName = 'anonymous' | 'authenticated'

export const BODY_POOLS: Record<PoolName, PoolLimits> = {
  anonymous: { bytes: 16 * MIB, timeoutMs: 15_000 },
  // enough for 180 concurrent import chunks, and for one chunk over a slow connection
  authenticated: { bytes: 128 * MIB, timeoutMs: 60_000 },
}

/** The share of one request. */
export interface Share {
  /** Reserves this many bytes in total. Fails when even dropping every unfinished body would not free enough. */
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
  /** Unfinished bodies, oldest first. Genuine bodies arrive promptly, so the longest-pending one is dropped first. */
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
