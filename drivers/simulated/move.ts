// A simulated machine on its way to another sled. As with plans, how far it is follows from what is stored and the time.
import type { Migration } from '../migrations.ts'
import type { Guise } from './boot.ts'
import type { Pace } from './plan.ts'

const GIB = 2 ** 30
const LEAST_MS = 4_000
const MS_PER_GIB = 250
const MOST_MS = 12_000

export interface Move {
  id: string
  to_sled_id: string
  state: Migration['state']
  reason?: string | undefined
  began: number
  /** When it ends if nobody cancels it. Later: when it ended. */
  ends: number
  /** Bytes left when it ended. */
  remaining?: number | undefined
  /** The other sled is going to give up on it. */
  will_fail: boolean
}

export function newMove({ spec }: Guise, to_sled_id: string, id: string, { now, speed }: Pace): Move {
  const duration = Math.min(MOST_MS, LEAST_MS + (spec.memory / GIB) * MS_PER_GIB) / speed
  const will_fail = spec.name.includes('refuses-to-move')
  return { id, to_sled_id, state: 'running', began: now, ends: Math.round(now + duration), will_fail }
}

/** It ends now, and the machine stays where it is. */
export function abandon(move: Move, memory: number, now: number, state: 'failed' | 'cancelled', reason?: string) {
  move.remaining = remainingAt(move, memory, now)
  Object.assign(move, { state, reason, ends: now })
}

export function migrationAt(move: Move, memory: number, now: number): Migration {
  const { id, to_sled_id, state, reason } = move
  const remaining = state === 'running' ? remainingAt(move, memory, now) : (move.remaining ?? 0)
  return { id, to_sled_id, state, total: memory, remaining, ...(reason !== undefined && { reason }) }
}

const remainingAt = ({ began, ends }: Move, memory: number, now: number) =>
  Math.round(memory * Math.min(1, Math.max(0, (ends - now) / Math.max(1, ends - began))))
