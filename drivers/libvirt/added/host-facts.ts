// What a host says about itself: in one command, because each costs a round trip.
import { createHash } from 'node:crypto'
import type { Architecture } from '../../architecture.ts'
import { DriverError } from '../../driver-error.ts'
import type { DiskFacts, HostDescription, SledFacts } from '../../hardware.ts'
import type { HostAccess } from '../access/host-access.ts'
import { type Certificates, certificatesIn, lookForCertificates } from '../migration/certificates.ts'
import { ADDRESSES_FILE, localAddressesIn } from '../local-addresses.ts'

const TIMEOUT_MS = 14_000
const MARK = '==== rackwright:'

/** Each part is printed after its name. What is missing prints nothing. */
const PARTS = {
  capabilities: 'LC_ALL=C virsh --quiet --connect "$1" capabilities',
  version: 'LC_ALL=C virsh --quiet --connect "$1" version',
  threads: 'nproc',
  memory: 'cat /proc/meminfo',
  cpu: 'cat /proc/cpuinfo',
  architecture: 'uname -m',
  name: 'uname -n',
  product: 'cat /sys/class/dmi/id/product_name',
  disks: 'lsblk --json --nodeps --output NAME,VENDOR,MODEL,SERIAL,TYPE,RM',
  addresses: `cat ${ADDRESSES_FILE}`,
  user: 'id -u',
  time: 'date +%s%3N',
  pinned: 'grep -E "^[[:space:]]*host_uuid(_source)?[[:space:]]*=" /etc/libvirt/libvirtd.conf',
  // only root may read it
  firmware: 'cat /sys/class/dmi/id/product_uuid',
  certificates: lookForCertificates,
}

type Part = keyof typeof PARTS

const SCRIPT = Object.entries(PARTS)
  .map(([name, command]) => `echo "${MARK}${name}"; ${command} 2>/dev/null`)
  .join('; ')

export interface HostAnswer {
  uuid: string
  architecture: string
  name: string
  cpu: string
  /** libvirt's name for the CPU. */
  cpuModel: string
  libvirt: string
  qemu: string
  threads: number
  memory: number
  product: string
  disks: DiskFacts[]
  /** IPv4. */
  addresses: string[]
  /** The user that we are on the host. */
  user: number
  /** The user and group that QEMU runs as. Undefined if libvirt does not say. */
  qemuUser: { user: number; group: number } | undefined
  /** Milliseconds of the epoch. */
  time: number
  /** Undefined if the host does not let us see it. */
  isUuidStable: boolean | undefined
  /** For the memory of machines that move. */
  certificates: Certificates
}

/** Rejects with `host` if libvirt does not answer. */
export async function askHost(access: HostAccess, uri: string, timeoutMs = TIMEOUT_MS): Promise<HostAnswer> {
  const { output } = await access.run(['sh', '-c', SCRIPT, 'sh', uri], { timeoutMs })
  const answer = answerIn(String(output))
  if (answer.uuid === '') throw new DriverError('host', 'libvirt does not answer on the host.')
  return answer
}

export function answerIn(output: string): HostAnswer {
  const parts = new Map(
    output
      .split(MARK)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
  )
  const part = (name: Part) => parts.get(name) ?? ''
  const capabilities = part('capabilities')
  const inHost = /<host>[\s\S]*?<\/host>/.exec(capabilities)?.[0] ?? ''
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(inHost)?.[1]?.trim() ?? ''
  const uuid = element('uuid').toLowerCase()
  const version = (of: RegExp) => of.exec(part('version'))?.[1] ?? ''
  const kibibytes = /^MemTotal:\s+(\d+)/m.exec(part('memory'))?.[1]
  return {
    uuid,
    architecture: part('architecture'),
    name: part('name'),
    cpu: /^(?:model name|Model)\s*:\s*(.+)$/m.exec(part('cpu'))?.[1]?.trim() ?? (element('model') || 'unknown'),
    cpuModel: element('model'),
    libvirt: version(/^Using library: libvirt ([\d.]+)/m),
    qemu: version(/^Running hypervisor: QEMU ([\d.]+)/m),
    threads: Number(part('threads')),
    memory: Number(kibibytes ?? 0) * 1024,
    product: part('product') || 'host',
    disks: disksIn(part('disks'), uuid),
    addresses: localAddressesIn(part('addresses')),
    user: Number(part('user')),
    qemuUser: qemuUserIn(inHost),
    time: Number(part('time')),
    isUuidStable: isStable(uuid, part('pinned'), part('firmware').toLowerCase(), part('user')),
    certificates: certificatesIn(part('certificates')),
  }
}

/** libvirt takes the UUID from its settings, otherwise from the firmware, otherwise it makes up a new one at each start. */
function isStable(uuid: string, pinned: string, firmware: string, user: string): boolean | undefined {
  if (pinned !== '' || (firmware !== '' && firmware === uuid)) return true
  return user === '0' ? false : undefined
}

function qemuUserIn(host: string): HostAnswer['qemuUser'] {
  const dac = /<secmodel>\s*<model>dac<\/model>[\s\S]*?<\/secmodel>/.exec(host)?.[0] ?? ''
  const [, user, group] = /<baselabel type=['"]\w+['"]>\+(\d+):\+(\d+)<\/baselabel>/.exec(dac) ?? []
  return user === undefined ? undefined : { user: Number(user), group: Number(group) }
}

interface BlockDevice {
  name: string
  vendor: string | null
  model: string | null
  serial: string | null
  type: string
  rm: boolean | string
}

function disksIn(json: string, uuid: string): DiskFacts[] {
  let devices: BlockDevice[]
  try {
    devices = (JSON.parse(json) as { blockdevices?: BlockDevice[] }).blockdevices ?? []
  } catch {
    return []
  }
  const isFixed = ({ name, type, rm }: BlockDevice) =>
    type === 'disk' && rm !== true && rm !== '1' && !/^(loop|ram|zram|nbd|sr|fd|dm-|md)/.test(name)
  return devices.filter(isFixed).map(({ name, vendor, model, serial }) => ({
    vendor: vendor?.trim() || 'unknown',
    model: model?.trim() || name,
    serial: serial?.trim() || `${uuid}-${name}`,
    form_factor: 'u2' as const,
  }))
}

/** Left for the host itself: libvirt, and what QEMU needs besides the memory of its guest. */
const RESERVED_RAM = 2 ** 30
const RESERVED_SHARE = 0.1

export interface KnownHost {
  facts: SledFacts
  description: HostDescription
  /** Absent from what was remembered before there were addresses. */
  addresses?: readonly string[] | undefined
}

export function factsFrom(
  answer: HostAnswer,
  accelerator: HostDescription['accelerator'],
  architectures: readonly Architecture[],
): KnownHost {
  const { uuid, memory, threads, product, disks, architecture, cpu, addresses } = answer
  const reserved_memory = Math.min(memory, Math.max(RESERVED_RAM, Math.floor(memory * RESERVED_SHARE)))
  return {
    facts: {
      id: sledIdOf(uuid),
      part: product,
      serial: uuid,
      revision: 0,
      usable_hardware_threads: threads,
      usable_physical_ram: memory - reserved_memory,
      cubby: 0,
      disks,
      runs_machines: true,
      architectures,
      role: 'spare',
    },
    description: { accelerator, architecture, cpu, reserved_memory },
    addresses,
  }
}

/** The same each time. Not every UUID of a firmware is one by the rules of the API. */
const sledIdOf = (uuid: string) => {
  const digits = createHash('sha256').update(uuid).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
