// The machine this server runs on, as a sled: its real threads, memory and disks.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, hostname, machine, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import type { DiskFacts, HostDescription, SledFacts } from '#drivers/hardware.ts'

export function hostSled(sys = '/sys'): SledFacts {
  const serial = hostSerial()
  return {
    id: idOf(serial),
    part: textOf(join(sys, 'class/dmi/id/product_name')) ?? 'host',
    serial,
    revision: 0,
    usable_hardware_threads: availableParallelism(),
    usable_physical_ram: totalmem(),
    cubby: 0,
    disks: disksIn(join(sys, 'block'), serial),
    runs_machines: false,
    role: 'member',
  }
}

/** Left for the host itself: the server, libvirt and what QEMU needs besides the memory of its guest. */
const RESERVED_RAM = 2 ** 30
const RESERVED_SHARE = 0.1

/** As the sled that runs real machines. */
export function hostForMachines(): { facts: SledFacts; description: Omit<HostDescription, 'accelerator'> } {
  const sled = hostSled()
  const ram = sled.usable_physical_ram
  const reserved_memory = Math.min(ram, Math.max(RESERVED_RAM, Math.floor(ram * RESERVED_SHARE)))
  return {
    facts: { ...sled, usable_physical_ram: ram - reserved_memory, runs_machines: true },
    description: { architecture: machine(), cpu: cpus()[0]?.model.trim() || 'unknown', reserved_memory },
  }
}

/** Lists the programs that are not in the PATH. */
export function missingPrograms(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
}

/** The same on every start. */
const idOf = (serial: string) => {
  const digits = createHash('sha256').update(serial).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** A host name can change; the machine id does not. */
const hostSerial = () => textOf('/etc/machine-id')?.slice(0, 16) ?? hostname()

/** Linux only. Loop devices, RAM disks and volumes built on other disks have no `device` entry and are left out. */
function disksIn(blocks: string, hostSerialNumber: string): DiskFacts[] {
  const names = existsSync(blocks) ? readdirSync(blocks) : []
  const disks = new Map<string, DiskFacts>()
  for (const name of names.filter((each) => isFixedDisk(join(blocks, each)))) {
    const read = (...files: string[]) => files.map((file) => textOf(join(blocks, name, file))).find(Boolean)
    const disk = {
      vendor: read('device/vendor', 'device/device/vendor') ?? 'unknown',
      model: read('device/model') ?? name,
      serial: read('device/serial', 'serial', 'wwid', 'device/wwid') ?? `${hostSerialNumber}-${name}`,
      // the kernel does not report a form factor, and the API has only two
      form_factor: 'u2' as const,
    }
    // namespaces of one NVMe drive share its serial number
    disks.set(`${disk.vendor} ${disk.model} ${disk.serial}`, disk)
  }
  return [...disks.values()]
}

const isFixedDisk = (path: string) =>
  existsSync(join(path, 'device')) && textOf(join(path, 'removable')) !== '1' && !/\/(sr|fd)\d+$/.test(path)

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
