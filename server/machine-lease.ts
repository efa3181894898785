// What the drivers need to know about other replicas. The one whose instance loop holds its lease looks after the machines: it alone
// calls the driver to start, stop and remove them.
import type { Host } from '#control/frame/context.ts'
import { napping } from '#control/frame/ports/clock.ts'
import { claimLease, LEASE_MS, releaseLease } from '#control/reconcile/lease.ts'
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
    async alone(what, work) {
      // of its own each time: this process may be asked twice as well
      const holder = host.random.uuid()
      if (!(await claimLease(host, what, holder))) throw new DriverError('busy', `another server is at work: ${what}`)
      const over = new AbortController()
      const renewing = (async () => {
        while (!over.signal.aborted) {
          await napping(host.clock, LEASE_MS / 3, over.signal)
          if (!over.signal.aborted) await claimLease(host, what, holder).catch(() => undefined)
        }
      })()
      try {
        return await work()
      } finally {
        over.abort()
        await renewing
        // it expires by itself
        await releaseLease(host, what, holder).catch(() => undefined)
      }
    },
  }
}
