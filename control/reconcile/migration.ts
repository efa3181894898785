// Moves machines to other sleds as rows of instance_migration ask for it. May crash between any two lines: what is left to do follows
// from the row and the driver's report. Until a row has ended, the instance loop leaves the machine alone on both sleds.
import type { MachineAt } from '#drivers/machines.ts'
import type { Migration, Migrations } from '#drivers/migrations.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { napping } from '../frame/ports/clock.ts'
import { problemOf, type Troubles } from '../frame/troubles.ts'
import { isOff } from '../system/failover/failover-rows.ts'
import { beginWhenIdle, endMigration, noteProgress, type End, type Moving } from './migration-outcome.ts'

/** How long a step waits for the driver. Later calls continue, so that a sled that hangs delays no other. */
const MAX_WAIT_MS = 2_000
/** How often to ask how far machines are. */
export const PROGRESS_INTERVAL_MS = 500

/** `isBusy` says whether the instance loop is doing something to a machine. Calls `notify` when a row has changed. */
export function makeMoves(host: Host, notify: () => void, troubles: Troubles, isBusy: (at: MachineAt) => boolean) {
  const underWay = new Set<string>()

  /** Returns whether machines are on their way, and those whose move has ended: both sleds are to be looked at. */
  async function next(): Promise<{ isUnderWay: boolean; ended: MachineAt[] }> {
    const { migrations } = host
    const rows = await active(host)
    troubles.keep((key) => !key.startsWith(KEY) || rows.some(({ id }) => key === KEY + id))
    const ended: MachineAt[] = []
    if (!migrations) return { isUnderWay: false, ended }
    const turns = rows
      .filter(({ id }) => !underWay.has(id))
      .map(async (row) => {
        const places = [row.from_sled_id, row.to_sled_id].map((sled_id) => ({ id: row.instance_id, sled_id }))
        if (await turn(migrations, row)) ended.push(...places)
      })
    const nap = new AbortController()
    await Promise.race([Promise.all(turns), napping(host.clock, MAX_WAIT_MS, nap.signal)])
    nap.abort()
    return { isUnderWay: rows.length > 0, ended }
  }

  /** True once the move has ended. */
  async function turn(migrations: Migrations, row: Moving): Promise<boolean> {
    underWay.add(row.id)
    try {
      const end = await advance(migrations, row)
      if (end) {
        await endMigration(host, row, end)
        notify()
      }
      troubles.pass(KEY + row.id)
      return end !== undefined
    } catch (error) {
      const code = driverErrorOf(error)
      // if a sled is unreachable, that is the issue; the others pass by themselves
      if (code === 'closed' || code === 'host' || code === 'busy') return false
      const sled_id = row.from_sled_id
      troubles.fail(KEY + row.id, `moving instance ${row.instance_id}: ${problemOf(error)}`, { sled_id })
      host.log.warn('a machine could not be moved', { instance: row.instance_id, error: String(error) })
      return false
    } finally {
      underWay.delete(row.id)
    }
  }

  /** What became of it, or undefined while it moves. */
  async function advance(migrations: Migrations, row: Moving): Promise<End | undefined> {
    const { id, to_sled_id } = row
    const at = { id: row.instance_id, sled_id: row.from_sled_id }
    if (!holdsMachine(row.run_state) || row.current_generation !== row.generation)
      return { state: 'failed', reason: 'The instance ended.' }
    const isUnwanted = row.is_cancelled || row.run_state !== 'migrating'
    let found = await find(migrations, row, at)
    if (!found) return isUnwanted ? { state: 'cancelled' } : begin(migrations, row, at)
    if (found.state === 'running' && isUnwanted) {
      await migrations.cancel(at, to_sled_id, id)
      found = await migrations.find(at, to_sled_id, id)
      if (!found) return { state: 'cancelled' }
    }
    if (found.state !== 'running') return endOf(found)
    await noteProgress(host, row, found)
    return undefined
  }

  /** A sled that is off never answers. What may have arrived there is lost with it, and starts again from its disks. */
  async function find(migrations: Migrations, { id, to_sled_id }: Moving, at: MachineAt) {
    try {
      return await migrations.find(at, to_sled_id, id)
    } catch (error) {
      if (driverErrorOf(error) !== 'host' || !(await isOff(host.db.read, to_sled_id))) throw error
      return migrations.find(at, to_sled_id, id, { isOtherOff: true })
    }
  }

  async function begin(migrations: Migrations, row: Moving, at: MachineAt): Promise<End | undefined> {
    // a check that began earlier may be about to remove what it took for a leftover
    if (isBusy({ id: at.id, sled_id: row.to_sled_id }) || isBusy(at)) return undefined
    if (!(await beginWhenIdle(host, row))) return undefined
    try {
      await migrations.begin(at, row.to_sled_id, row.id)
      return undefined
    } catch (error) {
      const code = driverErrorOf(error)
      if (code !== 'refused' && code !== 'wrong_state' && code !== 'unknown_machine') throw error
      return { state: 'failed', reason: (error as Error).message }
    }
  }

  return { next }
}

/** Prefix for moves among the troubles of the instance loop, whose other keys are IDs of instances. */
const KEY = 'migration '

function endOf({ state, reason }: Migration): End {
  if (state === 'completed' || state === 'cancelled') return { state }
  return { state: 'failed', reason: reason ?? 'The driver gave no reason.' }
}

const active = (host: Host): Promise<Moving[]> =>
  host.db.read
    .selectFrom('instance_migration')
    .innerJoin('instance', 'instance.id', 'instance_migration.instance_id')
    .selectAll('instance_migration')
    .select(['instance.run_state', 'instance.generation as current_generation'])
    .where('instance_migration.time_ended', 'is', null)
    .orderBy('instance_migration.id')
    .execute()
