// Whether this host can run guests at full speed. That the device is there proves little: some hosts create a machine with it that then
// hangs. So a guest is booted that powers off at once.
import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { machine, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ARCHITECTURE_NAMES, type Architecture, isArchitecture } from '../architecture.ts'

export type Accelerator = 'kvm' | 'tcg'

const run = promisify(execFile)
const TIMEOUT_MS = 5000

/** Guests that power off at once. */
const PROBES: Record<Architecture, { guest: () => Uint8Array; machine: string[]; disk: (file: string) => string[] }> = {
  x86_64: {
    guest: bootSector,
    machine: ['-machine', 'q35'],
    disk: (file) => ['-drive', `file=${file},format=raw,if=virtio`],
  },
  aarch64: {
    guest: powerOffByCall,
    machine: ['-machine', 'virt', '-cpu', 'host'],
    // behind the description of the machine, which is at the start of memory
    disk: (file) => ['-device', `loader,file=${file},addr=0x40200000,cpu-num=0,force-raw=on`],
  },
}

/** SeaBIOS does not boot from a disk of a single sector. */
const DISK_BYTES = 2 ** 20

function bootSector(): Uint8Array {
  const sector = new Uint8Array(DISK_BYTES)
  // mov dx, 0x604; mov ax, 0x2000; out dx, ax; hlt: the power control of a Q35 machine
  sector.set([0xba, 0x04, 0x06, 0xb8, 0x00, 0x20, 0xef, 0xf4])
  sector.set([0x55, 0xaa], 510)
  return sector
}

/** x0 = 0x84000008; hvc 0: the power off of PSCI. Then wait for ever. */
function powerOffByCall(): Uint8Array {
  return Uint8Array.from([0xd2b08000, 0xf2800100, 0xd4000002, 0xd503207f, 0x17ffffff].flatMap(littleEndian))
}

const littleEndian = (word: number) => [word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff, word >>> 24]

const DEVICE = '/dev/kvm'
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

const text = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim()

export interface Found {
  accelerator: Accelerator
  /** Why guests are emulated. */
  why?: string
}

interface FindOptions {
  /** Architecture of this host. */
  architecture?: string
  device?: string
  probe?: (architecture: Architecture) => Promise<Accelerator>
}

/**
 * A probe that fails takes its whole time, so that is remembered in the file until the host boots again. A missing permission is not: it
 * can be granted at any time.
 */
export async function findAccelerator(
  file: string,
  { architecture = machine(), device = DEVICE, probe = probeAccelerator }: FindOptions = {},
): Promise<Found> {
  if (!isArchitecture(architecture)) {
    const guests = Object.values(ARCHITECTURE_NAMES).join(' or ')
    return { accelerator: 'tcg', why: `guests are ${guests}, and this host is ${architecture}` }
  }
  const refusal = await access(device, constants.R_OK | constants.W_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (refusal === 'EACCES')
    return { accelerator: 'tcg', why: `this user may not use ${device}: add it to the group kvm, and log in again` }
  if (refusal !== undefined) return { accelerator: 'tcg', why: `this host has no ${device}` }
  const why = 'KVM does not work on this host'
  const boot = await text(BOOT_ID)
  if (boot !== '' && boot === (await text(file))) return { accelerator: 'tcg', why }
  const accelerator = await probe(architecture)
  if (accelerator === 'tcg') await writeFile(file, `${boot}\n`, { mode: 0o600 })
  else await rm(file, { force: true })
  return accelerator === 'tcg' ? { accelerator, why } : { accelerator }
}

interface ProbeOptions {
  device?: string
  emulator?: string
  /** Tests emulate: they prove that the guest powers off. */
  accelerate?: readonly string[]
  timeoutMs?: number
}

/** A guest that powers off at once, and what to run it with once it is in a file. */
export function probeOf(architecture: Architecture, accelerate: readonly string[] = ['-accel', 'kvm']) {
  const { guest, machine: kind, disk } = PROBES[architecture]
  const common = ['-nodefaults', '-display', 'none', ...kind, ...accelerate, '-m', '64']
  return { guest: guest(), command: (file: string) => [`qemu-system-${architecture}`, ...common, ...disk(file)] }
}

export async function probeAccelerator(architecture: Architecture, options: ProbeOptions = {}): Promise<Accelerator> {
  const { device = DEVICE, emulator, accelerate } = options
  const { guest, command } = probeOf(architecture, accelerate)
  const { timeoutMs: timeout = TIMEOUT_MS } = options
  const folder = await mkdtemp(join(tmpdir(), 'rackwright-kvm-'))
  try {
    await access(device)
    const file = join(folder, 'guest')
    await writeFile(file, guest)
    const [program, ...args] = command(file)
    await run(emulator ?? program!, args, { timeout, killSignal: 'SIGKILL' })
    return 'kvm'
  } catch {
    return 'tcg'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
