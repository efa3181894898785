// Decides what to do next about a sled that does not answer. Pure, so that thousands of schedules can be searched
// (failover.random.spec.ts).
import type { RowOf } from '../../db/database.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'

export type FailoverRow = RowOf<'failover'>

/** How often the wait is counted. */
export const TICK_MS = 2_000
/** The most that one look counts: a clock that jumps, or a server that slept, has not watched the sled. */
const MAX_TICK_MS = 2 * TICK_MS
/** Between attempts of a fence agent. */
const RETRY_MS = 30_000
/** The limit of a release. What it has begun is ended then, and changes nothing any more. */
export const RELEASE_MS = 20_000
/** Longer, for what was on its way to the storage, and because a jump of the clock counts as a look. */
const OUTLAST_MS = 3 * RELEASE_MS

/** For how long the sled has been seen not to answer. Never more than has passed between looks, whatever the clock says. */
export function waitedSince(row: Pick<FailoverRow, 'waited_ms' | 'time_observed'>, now: number): number {
  const passed = now - Date.parse(row.time_observed)
  return row.waited_ms + Math.min(MAX_TICK_MS, Math.max(0, passed))
}

/** Whether a release that nobody has ended is over for certain, after it was watched for so long. */
export const isOutlasted = ({ waited_ms }: Pick<FailoverRow, 'waited_ms'>): boolean => waited_ms >= OUTLAST_MS

export interface Situation {
  row: Pick<FailoverRow, 'state' | 'waited_ms' | 'time_attempted' | 'problem'>
  /** Whether the sled does not answer now. */
  isSilent: boolean
  /** The operator has removed the sled. */
  isRemoved: boolean
  isEnabled: boolean
  wait_ms: number
  fence: 'none' | 'untested' | 'ready'
  /** Whether a release of the host may be under way, which would undo a fence. */
  isReleasing: boolean
  /** Instances that would start elsewhere. */
  movable: number
  /** Other sleds in service that answer, and those that do not. */
  answering: number
  silent: number
  /** Instances that have not found room. */
  waiting: number
}

export type NextStep =
  | { do: 'nothing' | 'fence' | 'restart' | 'return' }
  | { do: 'end'; as: 'returned' | 'ended' }
  | { do: 'hold'; problem: string }

const NO_FENCE = 'The sled has no fence agent. Set one up, or see to it that its host is off, and confirm that here.'
const UNTESTED =
  'The fence agent of the sled has not been tested, or the test failed. Test it, or confirm that the host is off.'
const ISOLATED =
  'Most sleds do not answer, so it is likely that the server has lost its network. No host is ended. Repair the network, or confirm that the host is off.'

export function nextStep(at: Situation, now: number): NextStep {
  const { row } = at
  if (row.state === 'ended') return { do: 'nothing' }
  if (at.isRemoved) return leave(at)
  switch (row.state) {
    case 'waiting':
      return at.isSilent && at.isEnabled ? whileWaiting(at) : leave(at)
    case 'fencing':
      if (!at.isSilent) return leave(at)
      return at.isEnabled && isTimeToRetry(row.time_attempted, now) ? attempt(at) : { do: 'nothing' }
    case 'fenced':
      return at.isSilent ? { do: 'restart' } : { do: 'return' }
    case 'returned':
      return leave(at)
  }
}

/** The sled needs nothing more. What it had before may still wait for room. */
function leave({ row, waiting }: Situation): NextStep {
  if (waiting === 0) return { do: 'end', as: 'ended' }
  return row.state === 'returned' ? { do: 'restart' } : { do: 'end', as: 'returned' }
}

function whileWaiting(at: Situation): NextStep {
  if (at.row.waited_ms < at.wait_ms || at.movable === 0) return { do: 'nothing' }
  if (at.fence !== 'ready') return { do: 'hold', problem: at.fence === 'none' ? NO_FENCE : UNTESTED }
  return attempt(at)
}

function attempt({ answering, silent, isReleasing }: Situation): NextStep {
  // this one is silent too
  if (answering < silent + 1) return { do: 'hold', problem: ISOLATED }
  return { do: isReleasing ? 'nothing' : 'fence' }
}

/** A clock that was set back must not put it off for ever. */
function isTimeToRetry(time_attempted: string | null, now: number): boolean {
  const passed = time_attempted === null ? Infinity : now - Date.parse(time_attempted)
  return passed < 0 || passed >= RETRY_MS
}

/** Whether the result of an attempt still counts. */
export const isCurrent = (row: Pick<FailoverRow, 'state' | 'attempt'> | undefined, attempt: number): boolean =>
  row?.state === 'fencing' && row.attempt === attempt

/** Whether a fenced sled that answers again may take part: nothing is left there of what it had, neither on its host nor in the tables. */
export const isEmptied = (row: Pick<FailoverRow, 'state'>, machines: number, isInUse: boolean): boolean =>
  row.state === 'fenced' && machines === 0 && !isInUse

const RANKS = { high: 0, normal: 1, low: 2 }

export type Candidate = Pick<InstanceRow, 'id' | 'name' | 'importance' | 'memory' | 'ncpus'>

/** Orders the more important ones first, then the larger ones, which need more luck to fit. */
export function byImportance(one: Candidate, other: Candidate): number {
  return (
    RANKS[one.importance ?? 'normal'] - RANKS[other.importance ?? 'normal'] ||
    other.memory - one.memory ||
    other.ncpus - one.ncpus ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Also without a policy of its own: the default is best effort. */
export const startsElsewhere = ({ auto_restart_policy }: Pick<InstanceRow, 'auto_restart_policy'>): boolean =>
  auto_restart_policy !== 'never'
