// Disks of a running machine.
import { join } from 'node:path'
import { DriverError } from '../driver-error.ts'
import type { MachineDisk } from '../machines.ts'
import { disksIn } from './disks-in.ts'
import { diskXml, MAX_DISKS, targetAt } from './domain.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { nameOf } from './record.ts'
import { measureLatency } from './statistics.ts'

/** Finds the name of the disk in its machine, such as `vdb`. Undefined if the machine does not have the disk. */
export function targetOf(xml: string, disk_id: string): string | undefined {
  return disksIn(xml).find(({ id }) => id === disk_id)?.target
}

/** Finds the size of a disk in what `virsh domblkinfo` says. */
export function capacityIn(text: string): number {
  const [, bytes] = /^Capacity:\s+(\d+)/m.exec(text) ?? []
  if (bytes === undefined) throw new DriverError('refused', 'libvirt does not know the size of the disk')
  return Number(bytes)
}

/** The folder is that of the machine's files. */
export async function attachDisk({ access, virsh }: Host, { xml, record }: Domain, disk: MachineDisk, folder: string) {
  if (targetOf(xml, disk.id)) return
  const used = disksIn(xml).map(({ target }) => target)
  const target = Array.from({ length: MAX_DISKS }, (_, n) => targetAt(n)).find((each) => !used.includes(each))
  if (!target) throw new DriverError('refused', `${record.name} has no place for another disk`)
  const file = join(folder, `${disk.id}.xml`)
  await access.write(file, diskXml(disk, target), 0o644)
  await virsh.run('attach-device', nameOf(record.id), file, '--live')
  await virsh.run(...measureLatency(record.id, disk.id))
}

/** The guest has to let go of it. */
export async function detachDisk({ virsh, find }: Host, { xml, record }: Domain, disk_id: string) {
  const target = targetOf(xml, disk_id)
  if (!target) return
  await virsh.run('detach-disk', nameOf(record.id), target, '--live').catch(ignoreAsked)
  const after = await find(record.id)
  if (after && targetOf(after.xml, disk_id))
    throw new DriverError('busy', `the guest of ${record.name} has not released disk ${disk_id} yet`)
}

/** The guest was asked before and has not answered, or it has refused. */
export function ignoreAsked(error: unknown) {
  const isAsked = error instanceof DriverError && /process of unplug|rejected by the guest/i.test(error.message)
  if (!isAsked) throw error
}
