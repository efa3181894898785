// Follows a machine to another sled, for those who are connected to it: its old sled ends their connection when it has left.
import type { MachineAt } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { napping } from '../frame/ports/clock.ts'
import { migrationOf } from './instance-migration.ts'

const RECHECK_MS = 100

/** Where the machine is now. Undefined if it has not moved, or was started again. Waits until its move has ended. */
export async function movedTo(
  host: Pick<Host, 'db' | 'clock'>,
  from: MachineAt & Pick<InstanceRow, 'generation'>,
  gone: AbortSignal,
): Promise<MachineAt | undefined> {
  while (!gone.aborted) {
    const rows = host.db.read.selectFrom('instance').select(['sled_id', 'generation']).where('id', '=', from.id)
    const [now, migration] = await Promise.all([rows.executeTakeFirst(), migrationOf(host.db.read, from.id)])
    if (!now?.sled_id || now.generation !== from.generation) return undefined
    if (now.sled_id !== from.sled_id) return { id: from.id, sled_id: now.sled_id }
    if (!migration || migration.time_ended !== null) return undefined
    await napping(host.clock, RECHECK_MS, gone)
  }
  return undefined
}
