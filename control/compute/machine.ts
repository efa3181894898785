// An instance as the driver needs it: with its disks, interfaces and keys.
import type { MachineSpec } from '#drivers/machines.ts'
import type { Queries } from '../db/database.ts'
import { interfacesOf } from '../network/network-interface.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

/** A machine must not boot before its disks exist, nor without a disk that could not be created. */
export type Readiness = { machine: MachineSpec } | { waitsFor: 'disks' } | { fault: string }

export async function machineOf(db: Queries, row: InstanceRow): Promise<Readiness> {
  if (!row.sled_id) throw new Error(`instance ${row.id} has no sled to run on`)
  const disks = await db
    .selectFrom('disk')
    .innerJoin('volume', 'volume.id', 'disk.id')
    .select(['disk.id', 'disk.name', 'disk.size', 'disk.block_size', 'volume.volume_state'])
    .where('disk.instance_id', '=', row.id)
    .orderBy('disk.name')
    .execute()
  const faulted = disks.find((disk) => disk.volume_state === 'faulted')
  if (faulted)
    return { fault: `disk ${faulted.name} is faulted: its content could not be created; delete it to start without it` }
  if (disks.some((disk) => disk.volume_state === 'making')) return { waitsFor: 'disks' }
  const keys = await db
    .selectFrom('ssh_key')
    .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
    .select('ssh_key.public_key')
    .where('instance_ssh_key.instance_id', '=', row.id)
    .orderBy('ssh_key.name')
    .execute()
  const nics = await interfacesOf(db, row.id)
  const machine = {
    id: row.id,
    name: row.name,
    hostname: row.hostname,
    sled_id: row.sled_id,
    generation: row.generation,
    ncpus: row.ncpus,
    memory: row.memory,
    disks: disks.map(({ id, size, block_size }) => ({ id, size, block_size, boot: id === row.boot_disk_id })),
    nics: nics.map(({ id, mac, ip }) => ({ id, mac, ip })),
    user_data: row.user_data,
    ssh_public_keys: keys.map((key) => key.public_key),
  }
  return { machine }
}
