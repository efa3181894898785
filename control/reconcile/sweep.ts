// Compares everything now and then, a portion at a time: finds machines that nobody knows and instances whose machine went
// without a word. What is to be done about each is not decided here.
import type { Host } from '../frame/context.ts'
import { MACHINE_STATES } from '../compute/instance-actions.ts'
import { portion, walkOver, type Walk } from './portion.ts'

const SWEEP_EVERY = 30_000

export function makeSweep(host: Host, size: number) {
  let swept = -Infinity
  let sweep: { machines: string[]; rows: Walk | undefined } | undefined

  /** The next portion of the comparison of everything. One that takes long is not begun anew before it has ended. */
  async function next(): Promise<string[]> {
    const now = host.clock.now().getTime()
    if (!sweep) {
      if (now - swept < SWEEP_EVERY) return []
      sweep = { machines: await listed(), rows: walkOver(MACHINE_STATES) }
    }
    swept = now
    const found = sweep.rows && (await portion(host, sweep.rows, size))
    const unknown = await strangers(sweep.machines.slice(0, size))
    const left = { machines: sweep.machines.slice(size), rows: found?.next }
    sweep = left.rows || left.machines.length > 0 ? left : undefined
    return [...unknown, ...(found?.ids ?? [])]
  }

  /** Machines that the walk over the rows does not come by: each is looked at once in a sweep. */
  async function strangers(machines: string[]): Promise<string[]> {
    if (machines.length === 0) return []
    const rows = host.db.read.selectFrom('instance').select('id').where('run_state', 'in', MACHINE_STATES)
    const known = new Set((await rows.where('id', 'in', machines).execute()).map(({ id }) => id))
    return machines.filter((id) => !known.has(id))
  }

  /** A driver that cannot list them may still start and stop one. */
  async function listed(): Promise<string[]> {
    try {
      return (await host.hypervisor.list()).map(({ id }) => id)
    } catch (error) {
      host.log.error('the machines could not be listed', { error: String(error) })
      return []
    }
  }

  return {
    /** Which instances and machines to look at now; none while it is not yet time. */
    next,
    isUnderWay: () => sweep !== undefined,
    /** As if it were time. */
    soon: () => void (swept = -Infinity),
  }
}
