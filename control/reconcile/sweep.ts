// Periodic full comparison, in batches: finds machines without an instance and instances whose machine vanished unannounced. The
// caller decides what to do about each.
import type { Host } from '../frame/context.ts'
import { MACHINE_STATES } from '../compute/instance-actions.ts'
import { portion, walkOver, type Walk } from './portion.ts'

const SWEEP_INTERVAL_MS = 30_000

export function makeSweep(host: Host, size: number) {
  let swept = -Infinity
  let sweep: { machines: string[]; rows: Walk | undefined } | undefined

  /** The next batch of the sweep. A new sweep starts only after the current one has ended. */
  async function next(): Promise<string[]> {
    const now = host.clock.now().getTime()
    if (!sweep) {
      if (now - swept < SWEEP_INTERVAL_MS) return []
      sweep = { machines: await listed(), rows: walkOver(MACHINE_STATES) }
    }
    swept = now
    const found = sweep.rows && (await portion(host, sweep.rows, size))
    const unknown = await unknownMachines(sweep.machines.slice(0, size))
    const left = { machines: sweep.machines.slice(size), rows: found?.next }
    sweep = left.rows || left.machines.length > 0 ? left : undefined
    return [...unknown, ...(found?.ids ?? [])]
  }

  /** Machines that the walk over the rows misses; each is checked once per sweep. */
  async function unknownMachines(machines: string[]): Promise<string[]> {
    if (machines.length === 0) return []
    const rows = host.db.read.selectFrom('instance').select('id').where('run_state', 'in', MACHINE_STATES)
    const known = new Set((await rows.where('id', 'in', machines).execute()).map(({ id }) => id))
    return machines.filter((id) => !known.has(id))
  }

  /** A driver that cannot list machines may still start and stop them. */
  async function listed(): Promise<string[]> {
    try {
      return (await host.machines.list()).map(({ id }) => id)
    } catch (error) {
      host.log.error('the machines could not be listed', { error: String(error) })
      return []
    }
  }

  return {
    /** The instances and machines to check now; none before the next sweep is due. */
    next,
    isUnderWay: () => sweep !== undefined,
    /** Makes the next sweep due now. */
    soon: () => void (swept = -Infinity),
  }
}
