// Faults put in on purpose, each of which lets an instance run twice or be forgotten: a search that does not find them proves nothing.
import type { Sled } from '../compute/placement/placement-sleds.ts'
import { realRules, type FailoverRules } from './failover-rules.ts'

const real = realRules
const isEmptiedInTables: FailoverRules['isEmptied'] = (row, _machines, isInUse) => real.isEmptied(row, 0, isInUse)

export const faults: Record<string, Partial<FailoverRules>> = {
  'a sled takes part again before its machines have ended': {
    isLeftover: () => false,
    isEmptied: isEmptiedInTables,
    mayRelease: isEmptiedInTables,
  },
  'a fence is let go while the host runs old machines': {
    isLeftover: () => false,
    mayRelease: ({ state }) => state === 'fenced',
  },
  'a release comes as late as it likes': {
    isTooLate: () => false,
  },
  'a host is fenced while a release of it may be under way': {
    nextStep: (at, now) => real.nextStep({ ...at, isReleasing: false }, now),
  },
  'a release that nobody has ended counts as ended': {
    isOutlasted: () => true,
  },
  'a fence is let go though another server has verified it': {
    mayLetGo: (row) => row !== undefined,
  },
  'what may have come late is undone on a fenced sled': {
    mayUndo: () => true,
  },
  'what came late to a sled that takes part again stays': {
    mayUndo: () => false,
  },
  'a server that has lost its network goes on with a fence': {
    nextStep: (at, now) => real.nextStep(at.row.state === 'fencing' ? { ...at, silent: 0, answering: 1 } : at, now),
  },
  'a start does not compare the sled': {
    mayRun: (lease, start, barred) => real.mayRun(lease && { ...lease, sled_id: start.sled_id }, start, barred),
  },
  'a machine starts where it moves away from': {
    mayRun: (lease, start, barred) => real.mayRun(lease, start, barred && { ...barred, isMoving: false }),
  },
  'instances are placed on a fenced sled that answers': {
    takesNothing: (isSilent) => isSilent,
  },
  'instances are placed on a sled that does not answer': {
    judgeAll: (sleds, question) =>
      real.judgeAll(
        sleds.map((sled): Sled => ({ ...sled, isUnreachable: false })),
        question,
      ),
  },
  'a fence counts without a look': {
    isEnded: () => true,
  },
  'a clock that jumps counts as waiting': {
    waitedSince: (row, now) => row.waited_ms + Math.max(0, now - Date.parse(row.time_observed)),
  },
  'instances that wait for room are dropped when the failover ends': {
    nextStep: (at, now) => real.nextStep({ ...at, waiting: 0 }, now),
  },
  'instances that wait for room are dropped when the sled is lost again': {
    goesOnWaiting: () => false,
  },
  'what moves from a sled that is not fenced any more is given up': {
    isFencedStill: () => true,
  },
  'what waited for the switch goes on though the other host may have run it': {
    mayHaveMoved: () => false,
  },
}
