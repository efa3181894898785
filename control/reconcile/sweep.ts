// Periodic full comparison, in batches: finds machines without an instance and instances whose machine vanished unannounced. The
// caller decides what to do about each.
import type { MachineAt } from '#drivers/machines.ts'
import { makeAskSleds } from '../compute/ask-sleds.ts'
import type { Host } from '../frame/context.ts'
import { MACHINE_STATES } from '../compute/instance-actions.ts'
import type { Troubles } from '../frame/troubles.ts'
import { portion, walkOver, type Walk } from './portion.ts'

const SWEEP_INTERVAL_MS = 30_000

export function makeSweep(host: Host, size: number, troubles: Troubles) {
  const machinesOf = ({ id }: { id: string }) => host.machines.list(id)
  const askMachines = makeAskSleds(host, 'machines', machinesOf, troubles)
  let swept = -Infinity
  let sweep: { machines: MachineAt[]; rows: Walk | undefined } | undefined

  /** The next batch of the sweep. A new sweep starts only after the current one has ended. */
  async function next(): Promise<MachineAt[]> {
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
    return [...unknown, ...(found?.places ?? [])]
  }

  /** Machines that the walk over the rows misses; each is checked once per sweep. */
  async function unknownMachines(machines: MachineAt[]): Promise<MachineAt[]> {
    if (machines.length === 0) return []
    const ids = machines.map(({ id }) => id)
    const rows = host.db.read.selectFrom('instance').select(['id', 'sled_id']).where('run_state', 'in', MACHINE_STATES)
    const sleds = new Map((await rows.where('id', 'in', ids).execute()).map(({ id, sled_id }) => [id, sled_id]))
    return machines.filter(({ id, sled_id }) => sleds.get(id) !== sled_id)
  }

  /** Lists the machines of all sleds that answer. */
  async function listed(): Promise<MachineAt[]> {
    const sleds = await host.db.read.selectFrom('sled').select('id').where('state', '=', 'active').execute()
    const machines = [...(await askMachines(sleds)).values()].flat()
    return machines.map(({ id, sled_id }) => ({ id, sled_id }))
  }

  return {
    /** The instances and machines to check now; none before the next sweep is due. */
    next,
    isUnderWay: () => sweep !== undefined,
    /** Makes the next sweep due now. */
    soon: () => void (swept = -Infinity),
  }
}
