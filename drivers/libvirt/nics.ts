// Network interfaces of a running machine on OVN. Without OVN, each has a process of its own that begins with the machine.
import { join } from 'node:path'
import { DriverError } from '../driver-error.ts'
import type { MachineNic } from '../machines.ts'
import { bridgedInterface, bridgedInterfaces } from './bridged-network.ts'
import { checkNic, MAX_NICS } from './domain.ts'
import { ignoreAsked } from './disks.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { nameOf } from './record.ts'

const NO_OVN = 'without OVN, the network of a machine is made when it starts. Stop it to change its network interfaces'

/** The folder is that of the machine's files. */
export async function attachNic(
  { access, virsh }: Host,
  { xml, record }: Domain,
  nic: MachineNic,
  { folder, isInUserSpace }: { folder: string; isInUserSpace: boolean },
) {
  if (record.network !== 'ovn') throw new DriverError('refused', NO_OVN)
  const held = bridgedInterfaces(xml)
  if (held.includes(nic.id)) return
  if (held.length >= MAX_NICS) throw new DriverError('refused', `${record.name} has no place for another interface`)
  checkNic(nic)
  const file = fileOf(folder, nic.id)
  await access.write(file, bridgedInterface(nic, undefined, isInUserSpace), 0o644)
  await virsh.run('attach-device', nameOf(record.id), file, '--live')
}

/** The guest has to let go of it. */
export async function detachNic(
  { access, virsh, find }: Host,
  { xml, record }: Domain,
  nic_id: string,
  folder: string,
) {
  const own = interfaceIn(xml, nic_id)
  if (own === undefined) return
  const file = fileOf(folder, nic_id)
  await access.write(file, own, 0o644)
  await virsh.run('detach-device', nameOf(record.id), file, '--live').catch(ignoreAsked)
  const after = await find(record.id)
  if (after && interfaceIn(after.xml, nic_id) !== undefined)
    throw new DriverError('busy', `the guest of ${record.name} has not released interface ${nic_id} yet`)
}

const fileOf = (folder: string, nic_id: string) => join(folder, `nic-${nic_id}.xml`)

/** As libvirt describes it, which is how it recognizes it. */
const interfaceIn = (xml: string, nic_id: string): string | undefined =>
  [...xml.matchAll(/<interface [^]*?<\/interface>/g)]
    .map(([own]) => own)
    .find((own) => bridgedInterfaces(own).includes(nic_id))
