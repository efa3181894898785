// A machine as libvirt's XML. What comes from people is checked here as well as escaped: part of it ends up on a command line.
import { DriverError } from '../driver-error.ts'
import type { MachineDisk, MachineNic, MachineSpec } from '../machines.ts'
import type { Accelerator } from './accelerator.ts'
import { agentXml } from './agent.ts'
import { bridgedInterface } from './bridged-network.ts'
import { cdXml } from './cds.ts'
import { OWN_CPU } from './cpu.ts'
import { sourceOf } from './disk-source.ts'
import { aliasOf, SEED_TARGET } from './disks-in.ts'
import type { Firmware } from './firmware.ts'
import { type Owner, ownerXml } from './owner.ts'
import { PLATFORMS } from './platform.ts'
import { type MachineRecord, nameOf, written } from './record.ts'
import { networkArguments } from './user-network.ts'
import { escaped } from './xml.ts'

/** Without a limit, QEMU's translations of guest code grow to a gibibyte per machine. */
const TRANSLATION_CACHE_MIB = 64
/** As many as an instance can have, without the seed. `server/machine.spec.ts` compares it with the limit of the API. */
export const MAX_DISKS = 8
/** Places for disks and interfaces, including those that are attached later, and for the other devices. */
const PORTS = 24
/** How often the guest tells how much memory it uses. */
const MEMORY_PERIOD_SECONDS = 10
export const MAX_NICS = 8
/** The kernel's limit for the path of a socket, with its final zero. */
const MAX_SOCKET_PATH = 108

/** The files of one start. */
export interface MachineFiles {
  seed: string
  /** A socket. */
  console: string
  /** Everything that the guest has printed. */
  log: string
  /** A socket. */
  screen: string
  /** The variables of UEFI. */
  nvram: string
}

export interface DomainOptions {
  spec: MachineSpec
  record: MachineRecord
  owner: Owner
  files: MachineFiles
  accelerator: Accelerator
  /** CPU of an accelerated machine, as libvirt describes it. By default that of its host. */
  cpu?: string | undefined
  firmware: Firmware
  /** Where its interfaces are connected, without OVN. */
  sockets: readonly string[]
  /** Whether Open vSwitch may run in user space, with OVN. */
  isInUserSpace?: boolean | undefined
}

export function domainXml(options: DomainOptions): string {
  const { spec, record, owner, files, accelerator, firmware, sockets, isInUserSpace = false } = options
  check(spec, files)
  if (record.network === 'ovn') spec.nics.forEach(checkNic)
  const platform = PLATFORMS[spec.architecture]
  const type = accelerator === 'kvm' ? 'kvm' : 'qemu'
  const cpu = accelerator === 'kvm' ? (options.cpu ?? OWN_CPU) : platform.emulatedCpu
  const cache = `<tcg><tb-cache unit="MiB">${TRANSLATION_CACHE_MIB}</tb-cache></tcg>`
  const order = [...spec.disks].sort((one, other) => Number(other.boot) - Number(one.boot))
  const first = spec.cd?.boot ? 2 : 1
  const disks = order.map((disk, n) => diskXml(disk, targetAt(n), n + first))
  return `<domain type="${type}" xmlns:qemu="http://libvirt.org/schemas/domain/qemu/1.0">
  <name>${nameOf(spec.id)}</name>
  ${UUID.test(spec.id) ? `<uuid>${spec.id}</uuid>` : ''}
  <title>${escaped(spec.name)}</title>
  <metadata>${written(record)}${ownerXml(owner)}</metadata>
  <memory unit="b">${spec.memory}</memory>
  <vcpu>${spec.ncpus}</vcpu>
  ${firmware === 'uefi' ? uefiXml(platform.type, files) : `<os>${platform.type}</os>`}
  <features><acpi/>${platform.features(accelerator)}${accelerator === 'tcg' ? cache : ''}</features>
  ${cpu}
  <clock offset="utc"/>
  <on_poweroff>destroy</on_poweroff>
  <on_reboot>restart</on_reboot>
  <on_crash>preserve</on_crash>
  <devices>
    ${disks.join('\n    ')}
    <disk type="file" device="disk">
      <driver name="qemu" type="raw"/><source file="${escaped(files.seed)}"/>
      <target dev="${SEED_TARGET}" bus="virtio"/><readonly/>
    </disk>
    ${cdXml(spec.cd, platform.cdBus)}
    ${agentXml}
    <serial type="unix">
      <source mode="bind" path="${escaped(files.console)}"/><log file="${escaped(files.log)}" append="on"/>
      ${platform.serial}
    </serial>
    <graphics type="vnc"><listen type="socket" socket="${escaped(files.screen)}"/></graphics>
    ${platform.screen}
    ${record.network === 'ovn' ? spec.nics.map((nic, n) => bridgedInterface(nic, n, isInUserSpace)).join('\n    ') : ''}
    <rng model="virtio"><backend model="random">/dev/urandom</backend></rng>
    <controller type="usb" model="none"/>
    <memballoon model="virtio"><stats period="${MEMORY_PERIOD_SECONDS}"/></memballoon>
    ${platform.panic}
    ${Array.from({ length: PORTS }, (_, n) => `<controller type="pci" index="${n + 1}" model="pcie-root-port"/>`).join('')}
  </devices>
  <qemu:commandline>
    ${networkArguments(record.network === 'ovn' ? [] : spec.nics, sockets)
      .map((value) => `<qemu:arg value="${escaped(value)}"/>`)
      .join('\n    ')}
  </qemu:commandline>
</domain>
`
}

/** libvirt finds the firmware. Without Secure Boot, because guests may have kernels that nobody has signed. */
const uefiXml = (type: string, { nvram }: MachineFiles) => `<os firmware="efi">
    ${type}
    <firmware><feature enabled="no" name="secure-boot"/></firmware>
    <nvram>${escaped(nvram)}</nvram>
  </os>`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An interface on OVN. */
export function checkNic(nic: MachineNic) {
  checkAddresses(nic)
  const { id, mtu } = nic
  if (!UUID.test(id)) refuse(`"${id}" cannot name a port of the network`)
  if (!Number.isSafeInteger(mtu) || mtu < 576 || mtu > 65_535) refuse(`an interface cannot have an MTU of ${mtu}`)
}

export const targetAt = (n: number) => `vd${String.fromCharCode(97 + n)}`

export function diskXml(disk: MachineDisk, target: string, bootOrder?: number): string {
  checkDisk(disk)
  const source = sourceOf(disk.location, `disk ${disk.id}`)
  const { block_size: size } = disk
  return `<disk type="${source.type}" device="disk">
      <driver name="qemu" type="raw" discard="unmap" detect_zeroes="unmap"/>${source.xml}
      <target dev="${target}" bus="virtio"/><serial>${escaped(disk.id.slice(0, 20))}</serial>
      ${size === 512 ? '' : `<blockio logical_block_size="${size}" physical_block_size="${size}"/>`}${disk.read_only ? '<readonly/>' : ''}
      ${bootOrder === undefined ? '' : `<boot order="${bootOrder}"/>`}<alias name="${aliasOf(disk.id)}"/>
    </disk>`
}

const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/
const IPV4 = /^(\d{1,3}\.){3}\d{1,3}$/
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i

const refuse = (reason: string): never => {
  throw new DriverError('refused', reason)
}

function checkDisk({ id, block_size }: MachineDisk) {
  if (!ID.test(id)) refuse(`"${id}" cannot name a disk`)
  if (![512, 2048, 4096].includes(block_size)) refuse(`disk ${id} has blocks of ${block_size} bytes`)
}

function checkAddresses({ mac, ip, gateway, prefix }: MachineNic) {
  if (!MAC.test(mac) || !IPV4.test(ip) || !IPV4.test(gateway) || !(prefix >= 8 && prefix <= 29))
    refuse(`the interface ${mac} at ${ip}/${prefix} is not one that this host can provide`)
}

function check({ id, name, ncpus, memory, disks, nics }: MachineSpec, { console }: MachineFiles) {
  if (!ID.test(id)) refuse(`"${id}" cannot name a machine`)
  if (!Number.isSafeInteger(ncpus) || ncpus < 1) refuse(`${name} cannot have ${ncpus} CPUs`)
  if (!Number.isSafeInteger(memory) || memory < 1) refuse(`${name} cannot have ${memory} bytes of memory`)
  if (disks.length > MAX_DISKS) refuse(`${name} has more disks than the ${MAX_DISKS} that a machine can have`)
  if (nics.length > MAX_NICS) refuse(`${name} has more interfaces than the ${MAX_NICS} that a machine can have`)
  nics.forEach(checkAddresses)
  if (console.length >= MAX_SOCKET_PATH)
    refuse(`the path of the serial console is too long (${console}): use a data directory with a shorter path`)
}
