// The lease of a machine is the sled and the generation of its instance. Who starts a machine must hold it at that moment: what a slow
// caller or an earlier start has left on a host must not run beside what replaced it.
import type { MachineAt } from '#drivers/machines.ts'
import type { Queries } from '../../db/database.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { fencedSleds } from './fenced-sleds.ts'
import { holdsMachine } from '../instance-actions.ts'

type Lease = Pick<InstanceRow, 'run_state' | 'sled_id' | 'generation'>

interface Barred {
  isFenced: boolean
  /** What became of a machine that moves is not known: a start on its old sled would be a second one. */
  isMoving: boolean
}

/** Pure. */
export function mayRun(
  lease: Lease | undefined,
  start: MachineAt & { generation: number },
  { isFenced, isMoving }: Barred = { isFenced: false, isMoving: false },
): boolean {
  if (!lease || isFenced || isMoving || !holdsMachine(lease.run_state)) return false
  return lease.sled_id === start.sled_id && lease.generation === start.generation
}

/** Whether this start of a machine may run on this sled now, by one look at the database. */
export async function mayStart(db: Queries, start: MachineAt & { generation: number }): Promise<boolean> {
  const row = await db
    .selectFrom('instance')
    .leftJoin('instance_migration', (on) =>
      on.onRef('instance_migration.instance_id', '=', 'instance.id').on('instance_migration.time_ended', 'is', null),
    )
    .select(['instance.run_state', 'instance.sled_id', 'instance.generation', 'instance_migration.to_sled_id'])
    .where('instance.id', '=', start.id)
    .executeTakeFirst()
  const isMoving = row !== undefined && row.to_sled_id !== null
  return mayRun(row, start, { isFenced: await isFenced(db, start.sled_id), isMoving })
}

export const isFenced = async (db: Queries, sled_id: string) =>
  (await fencedSleds(db).where('sled_id', '=', sled_id).executeTakeFirst()) !== undefined
