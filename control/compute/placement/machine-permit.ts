// The lease of a machine is the sled and the generation of its instance. Who starts a machine must hold it at that moment: what a slow
// caller or an earlier start has left on a host must not run beside what replaced it.
import type { MachineAt } from '#drivers/machines.ts'
import type { Queries } from '../../db/database.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { fencedSleds } from './fenced-sleds.ts'
import { holdsMachine } from '../instance-actions.ts'

type Lease = Pick<InstanceRow, 'run_state' | 'sled_id' | 'generation'>

/** Pure. */
export function mayRun(
  lease: Lease | undefined,
  isFenced: boolean,
  start: MachineAt & { generation: number },
): boolean {
  if (!lease || isFenced || !holdsMachine(lease.run_state)) return false
  return lease.sled_id === start.sled_id && lease.generation === start.generation
}

/** Whether this start of a machine may run on this sled now. */
export async function mayStart(db: Queries, start: MachineAt & { generation: number }): Promise<boolean> {
  const rows = db.selectFrom('instance').select(['run_state', 'sled_id', 'generation']).where('id', '=', start.id)
  const lease = await rows.executeTakeFirst()
  return mayRun(lease, await isFenced(db, start.sled_id), start)
}

const isFenced = async (db: Queries, sled_id: string) =>
  (await fencedSleds(db).where('sled_id', '=', sled_id).executeTakeFirst()) !== undefined
