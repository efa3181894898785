// An instance as the driver needs it: with its disks, interfaces and keys.
import { netOf } from '#contract/ip.ts'
import type { BlockLocation } from '#drivers/blocks.ts'
import type { MachineCd, MachineNic, MachineSpec } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { VPC_MTU } from '../network/desired/desired-network.ts'
import { gatewayIp } from '../network/vpc-subnet-blocks.ts'
import { isBeingCopied } from '../storage/volume.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { DEFAULT_ARCHITECTURE } from './instance-architecture.ts'

/** A machine must not boot before its disks exist, nor without a disk that could not be created. */
export type Readiness = { machine: MachineSpec } | { waitsFor: 'disks' } | { fault: string }

export async function machineOf(
  { db: { read: db }, volumes }: Pick<Host, 'db' | 'volumes'>,
  row: InstanceRow,
): Promise<Readiness> {
  const { sled_id } = row
  if (!sled_id) throw new Error(`instance ${row.id} has no sled to run on`)
  const disks = await db
    .selectFrom('disk')
    .innerJoin('volume', 'volume.id', 'disk.id')
    .select(['disk.id', 'disk.name', 'disk.size', 'disk.block_size', 'volume.volume_state', 'volume.task'])
    .where('disk.instance_id', '=', row.id)
    .where('disk.disk_state', '!=', 'detaching')
    .orderBy('disk.name')
    .execute()
  const faulted = disks.find((disk) => disk.volume_state === 'faulted')
  if (faulted)
    return { fault: `disk ${faulted.name} is faulted: its content could not be created; delete it to start without it` }
  // a machine that has just opened a disk does not notice that its bytes grow
  if (disks.some(({ volume_state, task }) => volume_state === 'making' || task === 'grow')) return { waitsFor: 'disks' }
  // a copy that began while the disk was idle must be complete before the guest writes to it
  for (const { id } of disks) if (await isBeingCopied({ db }, id)) return { waitsFor: 'disks' }
  const keys = await db
    .selectFrom('ssh_key')
    .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
    .select('ssh_key.public_key')
    .where('instance_ssh_key.instance_id', '=', row.id)
    .orderBy('ssh_key.name')
    .execute()
  const machine = {
    id: row.id,
    name: row.name,
    hostname: row.hostname,
    sled_id,
    generation: row.generation,
    architecture: row.architecture ?? DEFAULT_ARCHITECTURE,
    ncpus: row.ncpus,
    memory: row.memory,
    disks: disks.map(({ id, size, block_size }) => ({
      id,
      location: volumes.locate(id, sled_id),
      size,
      block_size,
      boot: id === row.boot_disk_id,
    })),
    cd: await cdOf(db, row, (id) => volumes.locate(id, sled_id)),
    nics: await nicsOf(db, row.id),
    user_data: row.user_data,
    ssh_public_keys: keys.map((key) => key.public_key),
  }
  return { machine }
}

async function cdOf(
  db: Queries,
  { id, generation }: InstanceRow,
  locate: (image_id: string) => BlockLocation,
): Promise<MachineCd | undefined> {
  const rows = db.selectFrom('instance_cd').selectAll().where('instance_id', '=', id)
  const cd = await rows.executeTakeFirst()
  if (!cd?.image_id || cd.task === 'eject') return undefined
  return { id: cd.image_id, location: locate(cd.image_id), boot: cd.boot_generation === generation }
}

/** Without those that are to go: the next start is without them. */
export async function nicsOf(db: Queries, instance_id: string): Promise<MachineNic[]> {
  const rows = await db
    .selectFrom('network_interface')
    .innerJoin('vpc_subnet', 'vpc_subnet.id', 'network_interface.subnet_id')
    .select(['network_interface.id', 'network_interface.mac', 'network_interface.ip'])
    .select(['network_interface.subnet_id', 'vpc_subnet.ipv4_block'])
    .where('network_interface.instance_id', '=', instance_id)
    .where((nic) => nic.or([nic('network_interface.plug', 'is', null), nic('network_interface.plug', '=', 'attach')]))
    .orderBy('network_interface.primary', 'desc')
    .orderBy('network_interface.name')
    .execute()
  return rows.map(({ ipv4_block, ...nic }) => {
    const { width } = netOf(ipv4_block)
    return { ...nic, prefix: width, gateway: gatewayIp(ipv4_block), dns_servers: [], mtu: VPC_MTU }
  })
}
