// What somebody has changed of a machine on its host, behind our back: disks and network interfaces that its row has and it has not.
import type { Answer } from '#contract/api.ts'
import type { Machine } from '#drivers/machines.ts'
import type { Queries } from '../db/database.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

type Changed = Pick<Answer<'instance_machine_view'>, 'missing_disks' | 'missing_interfaces' | 'diverted_disks'>

const NOTHING: Changed = { missing_disks: [], missing_interfaces: [], diverted_disks: [] }

export async function changedDevices(db: Queries, row: InstanceRow, machine: Machine | undefined): Promise<Changed> {
  // the machine of another start has the devices of that one
  if (row.run_state !== 'running' || machine?.generation !== row.generation || !machine.devices) return NOTHING
  const { disks, interfaces } = machine.devices
  const [wantedDisks, wantedInterfaces] = await Promise.all([
    db
      .selectFrom('disk')
      .select(['id', 'name'])
      .where('instance_id', '=', row.id)
      .where('disk_state', '=', 'attached')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('network_interface')
      .select(['id', 'name'])
      .where('instance_id', '=', row.id)
      .where('plug', 'is', null)
      .orderBy('name')
      .execute(),
  ])
  return {
    missing_disks: named(wantedDisks, (id) => !disks.some((disk) => disk.id === id)),
    missing_interfaces: interfaces ? named(wantedInterfaces, (id) => !interfaces.includes(id)) : [],
    diverted_disks: named(wantedDisks, (id) => disks.some((disk) => disk.id === id && disk.is_diverted)),
  }
}

const named = (wanted: readonly { id: string; name: string }[], isMeant: (id: string) => boolean) =>
  wanted.filter(({ id }) => isMeant(id)).map(({ name }) => name)
