// Forgets the hardware of a rack, so that another kind of rack can take its place. Projects, disks and networks stay.
import type { Host } from '../frame/context.ts'
import { settle } from '../compute/instance-actions.ts'
import type { Database } from '../db/database.ts'

/** Whether this database has ever known a rack. */
export async function knowsRack(db: Database): Promise<boolean> {
  return (await db.read.selectFrom('sled').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Instances that had a machine are stopped: the machine is not there any more. Probes belong to a sled and go with it. */
export async function forgetRack({ db, clock }: Pick<Host, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const ctx = { db: tx, now: clock.now().toISOString() }
    const running = await tx.selectFrom('instance').selectAll().where('sled_id', 'is not', null).execute()
    for (const row of running) await settle(ctx, row, 'stopped')
    for (const table of ['simulated_machine', 'simulated_run', 'simulated_past', 'simulated_switch'] as const)
      await tx.deleteFrom(table).execute()
    for (const table of ['probe', 'physical_disk', 'uninitialized_sled', 'sled', 'switch_port', 'switch'] as const)
      await tx.deleteFrom(table).execute()
  })
}
