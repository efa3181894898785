// What decides in the model of failover: the real functions, and the conditions under which the real transactions write and the real drivers
// act, which are SQL and shell there. A search may replace one by a wrong one, to see whether it would be found.
import { mayRun } from '../compute/placement/machine-permit.ts'
import { judgeAll } from '../compute/placement/placement.ts'
import { decide } from '../reconcile/instance-decision.ts'
import {
  isCurrent,
  isEmptied,
  isOutlasted,
  nextStep,
  RELEASE_MS,
  startsElsewhere,
  waitedSince,
  type FailoverRow,
} from '../system/failover/failover-decision.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

/** How long what a process has sent before it was ended may take to arrive. */
const IN_FLIGHT_MS = 15_000

type Lease = Pick<InstanceRow, 'run_state' | 'sled_id' | 'generation'>

export const realRules = {
  mayRun,
  judgeAll,
  decide,
  isCurrent,
  isEmptied,
  isOutlasted,
  nextStep,
  startsElsewhere,
  waitedSince,
  /** reconcile/instance-outcome.ts: an outcome is written only over what it was found for. */
  isUnchanged: (row: Lease, seen: Lease) =>
    row.generation === seen.generation && row.run_state === seen.run_state && row.sled_id === seen.sled_id,
  /** system/failover/failover-rows.ts: what waits starts only if nobody has done anything to it since. */
  isStillLost: (row: Lease, generation: number) => row.run_state === 'failed' && row.generation === generation,
  /** reconcile/failover/replace.ts, in the transaction that records what was lost. */
  isFencedStill: (row: Pick<FailoverRow, 'state'>): boolean => row.state === 'fenced',
  /** system/failover/failover-rows.ts: what moves is not lost before the other sled has said where it is. */
  isLost: (row: Lease, sled_id: string, isMoving: boolean) => row.sled_id === sled_id && !isMoving,
  /** A new failover of a sled goes on with what waited in the last one. */
  goesOnWaiting: (last: Pick<FailoverRow, 'state'>) => last.state === 'returned',
  /** compute/placement/placement-sleds.ts */
  takesNothing: (isSilent: boolean, isFenced: boolean) => isSilent || isFenced,
  /** Whether an agent has ended a host, by a look after it has done its work. */
  isEnded: (isOn: boolean): boolean => !isOn,
  /** reconcile/failover/failover.ts: a server that stood still does not let go a fence that another one has begun. */
  mayLetGo: isCurrent,
  /** reconcile/failover/failover.ts: a fence holds until nothing is left on the host. */
  mayRelease: isEmptied,
  /** reconcile/failover/fence.ts: what a late fence has done is undone only on a sled that is not fenced. */
  mayUndo: (isFenced: boolean): boolean => !isFenced,
  /** drivers/ceph/tools.ts: what a release has begun is ended at its limit, but for what is on its way. */
  isTooLate: (passed_ms: number): boolean => passed_ms > RELEASE_MS + IN_FLIGHT_MS,
  /** Drivers: what a slow caller took for a leftover may have been replaced since. */
  mayRemove: (machine: { generation: number }, generation: number) => machine.generation <= generation,
  /** Drivers: a machine is never replaced by one of an older start. */
  mayDefine: (there: { generation: number } | undefined, generation: number) => (there?.generation ?? -1) < generation,
  /** reconcile/failover/failover.ts: what is ended on a host that answers again. */
  isLeftover: (mayRun: boolean, isArriving: boolean) => !mayRun && !isArriving,
  /** libvirt: somebody may have stopped it since. */
  isStillStarting: (machine: { state: string }) => machine.state === 'starting',
  /** libvirt: nothing starts on a host that was off since somebody asked whether it may. */
  isSameBoot: (one: number, other: number) => one === other,
  /** reconcile/migration.ts: no server begins a move of an earlier start. */
  isSameStart: (row: Lease, move: { generation: number }) => row.generation === move.generation,
  /** libvirt, when the other host is off: what waits for the switch may have gone on over there. */
  mayHaveMoved: ({ isPaused }: { isPaused?: boolean }): boolean => isPaused === true,
}

export type FailoverRules = typeof realRules
