// Starts elsewhere what a fenced sled had: first records that it failed, then starts it by importance, as far as it fits.
import type { Machine } from '#drivers/machines.ts'
import type { Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { driverErrorOf } from '../../frame/driver-error.ts'
import type { FailoverRow } from '../../system/failover/failover-decision.ts'
import {
  change,
  lostInstances,
  recordLost,
  restart,
  tellOfSled,
  waitingInstances,
} from '../../system/failover/failover-rows.ts'

/** Instances per transaction. */
const BATCH_SIZE = 20

export type Inside = { db: Tx; now: string; host: Host }
export type Transaction = <T>(work: (ctx: Inside) => Promise<T>) => Promise<T>

async function isFencedStill({ db }: Pick<Inside, 'db'>, { id }: FailoverRow): Promise<boolean> {
  const row = await db.selectFrom('failover').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'fenced'
}

/** It ended while the other sled, which is off now, could have run it. */
const hasEnded = ({ state }: Machine) => state === 'failed' || state === 'stopped'

export function makeReplace(host: Host, inside: Transaction, notify: () => void) {
  /** Starts elsewhere what the fenced sled had, as far as it fits. */
  async function replace(row: FailoverRow): Promise<void> {
    if (row.state === 'fenced') await giveUp(row)
    let hasStarted = false
    for (const waiting of await waitingInstances(host.db.read, row)) {
      const hasChanged = await inside(async (ctx) => restart(ctx, row, waiting))
      hasStarted ||= hasChanged
    }
    const left = await waitingInstances(host.db.read, row)
    const isDone = left.length === 0 && (row.state === 'fenced' || row.state === 'returned')
    if (isDone && row.time_restarted === null)
      await inside(async (ctx) => {
        if (row.state === 'fenced' && (await lostInstances(ctx.db, row.sled_id)).length > 0) return
        await change(ctx, row, { time_restarted: ctx.now })
        await tellOfSled(ctx, row.sled_id)
      })
    if (hasStarted) notify()
  }

  /** Records that what the fenced sled had has failed. */
  async function giveUp(row: FailoverRow): Promise<void> {
    await settleMoves(row)
    const lost = await lostInstances(host.db.read, row.sled_id)
    for (let from = 0; from < lost.length; from += BATCH_SIZE) {
      const ids = lost.slice(from, from + BATCH_SIZE).map((each) => each.id)
      await inside(async (ctx) => {
        if (!(await isFencedStill(ctx, row))) return
        const still = (await lostInstances(ctx.db, row.sled_id)).filter((each) => ids.includes(each.id))
        await recordLost(ctx, row, still)
      })
    }
  }

  /** The other sled of a move says where the machine is. Until it does, the instance waits. */
  async function settleMoves(row: FailoverRow): Promise<void> {
    const { sled_id } = row
    const moves = await host.db.read
      .selectFrom('instance_migration')
      .innerJoin('instance', 'instance.id', 'instance_migration.instance_id')
      .selectAll('instance_migration')
      .select(['instance.sled_id'])
      .where('instance_migration.time_ended', 'is', null)
      .where((is) => is.or([is('from_sled_id', '=', sled_id), is('to_sled_id', '=', sled_id)]))
      .execute()
    for (const move of moves)
      await settleMove(row, move).catch((error: unknown) => {
        if (driverErrorOf(error) !== 'host') throw error
      })
  }

  async function settleMove(
    row: FailoverRow,
    {
      instance_id,
      from_sled_id,
      to_sled_id,
      generation,
    }: { [K in 'instance_id' | 'from_sled_id' | 'to_sled_id']: string } & {
      generation: number
    },
  ): Promise<void> {
    const isFrom = from_sled_id === row.sled_id
    const at = { id: instance_id, sled_id: isFrom ? to_sled_id : from_sled_id }
    // what has arrived is ended as well: it may not have all of its memory
    if (isFrom) await host.machines.remove(at, generation)
    const machine = await host.machines.find(at)
    if (machine && !hasEnded(machine)) return
    if (machine) await host.machines.remove(at, generation)
    await inside(async (ctx) => {
      if (!(await isFencedStill(ctx, row))) return
      const rows = ctx.db.selectFrom('instance').selectAll().where('id', '=', instance_id)
      const instance = await rows.where('generation', '=', generation).where('sled_id', '=', from_sled_id).execute()
      await recordLost(ctx, row, instance)
    })
  }

  return replace
}
