// Ends the host of a sled by its fence, keeps it fenced while it is away, and lets it take part again.
import type { Host } from '../../frame/context.ts'
import type { FailoverRow } from '../../system/failover/failover-decision.ts'
import { fenceCall, fenceOf, whyNot, type FenceRow } from '../../system/failover/fence.ts'

/** How often a fence that runs out is looked after. It lasts for days. */
const HOLD_MS = 600_000

export function makeFencing(host: Host) {
  /** When each fence was looked after last, by failover. */
  const held = new Map<string, number>()

  /** Null if the host is off. */
  async function end(row: FenceRow): Promise<string | null> {
    try {
      const call = await fenceCall(host, row)
      await host.fence.off(call)
      return (await host.fence.isOn(call)) ? 'The agent has done its work, and the host is still on.' : null
    } catch (error) {
      return whyNot(error)
    }
  }

  async function hold({ id, sled_id, fenced_by }: FailoverRow): Promise<void> {
    const now = host.clock.now().getTime()
    if (fenced_by !== 'agent' || Math.abs(now - (held.get(id) ?? -Infinity)) < HOLD_MS) return
    const row = await fenceOf(host.db.read, sled_id)
    if (row) await host.fence.hold?.(await fenceCall(host, row))
    held.set(id, now)
  }

  async function release({ id, sled_id }: Pick<FailoverRow, 'id' | 'sled_id'>): Promise<void> {
    held.delete(id)
    const row = await fenceOf(host.db.read, sled_id)
    if (row) await host.fence.release?.(await fenceCall(host, row))
  }

  return { end, hold, release }
}
