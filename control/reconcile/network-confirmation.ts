// A write is stored first. Its response then waits a moment for the network, so that what it reports is usually in force; if the network
// takes longer, the response is a success all the same.
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'

export const MAX_CONFIRMATION_MS = 1_000
/** Another replica may be the one that applies it, without telling this one. */
const POLL_INTERVAL_MS = 50

/** A new default pool concerns every VPC of a silo, and a statement can have only so many values. */
const MAX_POLLED = 100

export type Confirmed = (vpc_id: string, generation: number) => void

interface Waiter {
  /** VPCs that are not confirmed yet, with the generation wanted. */
  left: Map<string, number>
  end: AbortController
}

export function makeConfirmations({ db, clock }: Pick<Host, 'db' | 'clock'>) {
  const waiters = new Set<Waiter>()
  let isOn = false

  const confirmed: Confirmed = (vpc_id, generation) => {
    for (const { left, end } of waiters) {
      if ((left.get(vpc_id) ?? Infinity) > generation) continue
      left.delete(vpc_id)
      if (left.size === 0) end.abort()
    }
  }

  async function poll({ left, end }: Waiter): Promise<void> {
    for (;;) {
      await napping(clock, POLL_INTERVAL_MS, end.signal)
      if (end.signal.aborted) return
      const ids = [...left.keys()].slice(0, MAX_POLLED)
      const rows = await db.read
        .selectFrom('vpc_network')
        .select(['vpc_id', 'in_force'])
        .where('vpc_id', 'in', ids)
        .execute()
      const inForce = new Map(rows.map((row) => [row.vpc_id, row.in_force]))
      // the row of a deleted VPC is deleted with its network
      for (const id of ids) confirmed(id, inForce.get(id) ?? Infinity)
    }
  }

  return {
    confirmed,
    /** Without running loops nothing confirms, so there is nothing to wait for. */
    start: () => void (isOn = true),
    stop() {
      isOn = false
      for (const { end } of waiters) end.abort()
    },
    async wait(vpcs: ReadonlyMap<string, number>): Promise<void> {
      if (!isOn || vpcs.size === 0) return
      const waiter: Waiter = { left: new Map(vpcs), end: new AbortController() }
      waiters.add(waiter)
      const polling = poll(waiter).catch(() => undefined)
      await napping(clock, MAX_CONFIRMATION_MS, waiter.end.signal)
      waiters.delete(waiter)
      waiter.end.abort()
      await polling
    },
  }
}
