// Copies of disks in use by a store that makes snapshots at once. QEMU makes those of all disks in one transaction, in which no request of
// the guest gets through, so they are of one moment.
import type { BlockStore } from '../blocks.ts'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import type { DiskCopy } from '../machines.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { blockStatistics, nodeOf } from './statistics.ts'

interface CopyAtOnceOptions {
  host: Host
  machine_id: string
  copies: readonly DiskCopy[]
  cloneSnapped: NonNullable<BlockStore['cloneSnapped']>
  lease: Lease
  /** Does the work while the file systems of the guest stand still, if it can let them. */
  stillness(work: () => Promise<void>): Promise<void>
}

export async function copyAtOnce(options: CopyAtOnceOptions): Promise<void> {
  const { host, machine_id, copies, cloneSnapped, lease, stillness } = options
  const statistics = await blockStatistics(host, machine_id)
  const actions = copies.map(({ disk_id, to }) => {
    const device = nodeOf(statistics, disk_id)
    if (device === undefined) throw new DriverError('refused', `the machine has no disk ${disk_id}`)
    return { type: 'blockdev-snapshot-internal-sync', data: { device, name: to.id } }
  })
  const question = JSON.stringify({ execute: 'transaction', arguments: { actions } })
  const snap = async () => {
    const text = await host.virsh.run('qemu-monitor-command', nameOf(machine_id), question)
    const { error } = JSON.parse(text) as { error?: { desc: string } }
    if (error) throw new DriverError('refused', `the disks could not be copied: ${error.desc}`)
  }
  const clones = copies.map(({ disk_id, to }) => ({ from: disk_id, to: to.id, size: to.size }))
  await lease.alone(`copy ${clones[0]?.to}`, () => cloneSnapped(clones, () => stillness(snap)))
}
