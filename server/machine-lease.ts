// What the drivers need to know about other replicas. The one whose instance loop holds its lease looks after the machines: it alone
// calls the driver to start, stop and remove them.
import type { Host } from '#control/frame/context.ts'
import { holdingLease } from '#control/reconcile/lease.ts'
import type { LoopStatus } from '#control/reconcile/loop.ts'
import { DriverError } from '#drivers/driver-error.ts'
import type { Lease } from '#drivers/lease.ts'

/** The loops begin only after the driver, so they are asked for each time. */
export function makeMachineLease(
  host: Pick<Host, 'db' | 'clock' | 'random' | 'log'>,
  loops: () => readonly LoopStatus[],
): Lease {
  return {
    isHeld: () => loops().some(({ name, isLeased }) => name === 'instance' && isLeased),
    alone: (what, work) =>
      holdingLease(
        host,
        what,
        () => {
          throw new DriverError('busy', `another server is at work: ${what}`)
        },
        work,
      ),
  }
}
