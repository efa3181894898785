// Instances of a restored database whose machines go on: what their rows say is as old as the backup, and the machines are what counts.
import type { Database } from '../db/database.ts'
import { beginRun } from './console-run.ts'
import { chargeAnyway } from '../frame/usage.ts'
import { amountOf, holdsMachine } from './instance-actions.ts'

export interface AdoptedMachine {
  id: string
  sled_id: string
  generation: number
  isStopping: boolean
}

/** The loop finds out the rest. */
export async function adoptMachines(db: Database, machines: readonly AdoptedMachine[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const ctx = { db: tx, now: now.toISOString() }
    for (const { id, sled_id, generation, isStopping } of machines) {
      const row = await tx.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      // it runs, whether or not there is quota left for it
      if (!holdsMachine(row.run_state)) await chargeAnyway(ctx, row, amountOf(row))
      const run_state = isStopping ? ('stopping' as const) : ('running' as const)
      const fresh = {
        sled_id,
        generation,
        run_state,
        reboot_request: null,
        failure_reason: null,
        time_taken_over: null,
      }
      await tx
        .updateTable('instance')
        .set({ ...fresh, time_run_state_updated: ctx.now })
        .where('id', '=', id)
        .execute()
      await beginRun(tx, { id, generation }, ctx.now)
    }
  })
}
