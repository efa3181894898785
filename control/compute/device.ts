// Devices that come to machines that run and leave them: what both kinds share.
import type { MachineAt } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

export interface Device {
  kind: 'interface' | 'cd'
  /** ID of the interface, or of the instance with the CD. */
  id: string
}

/** What became of it: done, refused by the sled with this reason, to be asked again in a while, or failed. */
export interface DeviceOutcome {
  refusal?: string
  isWaiting?: true
  problem?: string
}

/** `at` is undefined while the instance has no machine: the next start brings what the rows say. */
export interface DeviceMachine {
  instance: InstanceRow
  at: MachineAt | undefined
}

export async function machineAt({ db }: Host, instance_id: string): Promise<DeviceMachine | undefined> {
  const rows = db.read.selectFrom('instance').selectAll().where('id', '=', instance_id)
  const instance = await rows.executeTakeFirst()
  if (!instance) return undefined
  const { id, sled_id } = instance
  return { instance, at: sled_id ? { id, sled_id } : undefined }
}
