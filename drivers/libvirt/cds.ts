// The CD drive of a machine. It is always there, so that a CD can be inserted while the machine runs.
import { join } from 'node:path'
import { DriverError } from '../driver-error.ts'
import type { MachineCd } from '../machines.ts'
import { placeIn, placeOf, sourceOf } from './disk-source.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { nameOf } from './record.ts'
import { attributesOf } from './xml.ts'

const TARGET = 'sda'
/** After the disks, of which there are fewer. */
const LAST_IN_BOOT_ORDER = 100

/** Any machine of QEMU has SCSI; `q35` has SATA, which every installer knows. */
export type CdBus = 'sata' | 'scsi'

/** A machine that boots from it counts its disks from 2 on. */
export function cdXml(cd: MachineCd | undefined, bus: CdBus): string {
  const source = cd && sourceOf(cd.location, `image ${cd.id}`)
  return `<disk type="${source?.type ?? 'file'}" device="cdrom">
      <driver name="qemu" type="raw"/>${source?.xml ?? ''}<target dev="${TARGET}" bus="${bus}"/><readonly/>
      ${cd?.boot ? '<boot order="1"/>' : ''}
    </disk>${bus === 'scsi' ? '<controller type="scsi" model="virtio-scsi"/>' : ''}`
}

const driveIn = (xml: string): string | undefined =>
  (xml.match(/<disk [\s\S]*?<\/disk>/g) ?? []).find(
    (disk) => attributesOf(disk, 'disk')?.device === 'cdrom' && attributesOf(disk, 'target')?.dev === TARGET,
  )

/** Without asking the guest, as a needle in the hole of a drive does: a guest that has not unmounted it would keep it for ever. */
export async function changeCd(
  { access, virsh }: Host,
  { xml, record }: Domain,
  cd: Pick<MachineCd, 'id' | 'location'> | undefined,
  folder: string,
) {
  const drive = driveIn(xml)
  if (drive === undefined) {
    if (!cd) return
    throw new DriverError('refused', `${record.name} was started without a CD drive. Stop and start it to get one`)
  }
  if (placeIn(drive) === (cd && placeOf(cd.location))) return
  if (!cd) return void (await virsh.run('change-media', nameOf(record.id), TARGET, '--eject', '--live', '--force'))
  const { type, xml: source } = sourceOf(cd.location, `image ${cd.id}`)
  const bus = attributesOf(drive, 'target')?.bus
  const file = join(folder, 'cd.xml')
  const wanted = `<disk type="${type}" device="cdrom"><driver name="qemu" type="raw"/>${source}`
  await access.write(file, `${wanted}<target dev="${TARGET}" bus="${bus}"/><readonly/></disk>`, 0o644)
  await virsh.run('update-device', nameOf(record.id), file, '--live', '--force')
}

export function bootsFromCd(xml: string): boolean {
  const drive = driveIn(xml)
  return drive !== undefined && attributesOf(drive, 'boot') !== undefined
}

/**
 * Lets the machine boot from its disk after the first reset, when an installer is done. While it is paused at its start, the firmware
 * already has its list, and QEMU makes the next list at the next reset. Only the XML of a machine that has started names its devices.
 */
export function bootDiskNext(machine_id: string, xml: string): string[] {
  const alias = attributesOf(driveIn(xml) ?? '', 'alias')?.name ?? ''
  const given = { path: `/machine/peripheral/${alias}`, property: 'bootindex', value: LAST_IN_BOOT_ORDER }
  return ['qemu-monitor-command', nameOf(machine_id), JSON.stringify({ execute: 'qom-set', arguments: given })]
}
