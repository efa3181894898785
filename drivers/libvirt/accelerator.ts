// Whether this host can run guests at full speed. That the device is there proves little: some hosts create a machine with it that then
// hangs. So a guest is booted that powers off at once.
import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { machine, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Accelerator } from './domain.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 5000
const SECTOR = 512
/** mov dx, 0x604; mov ax, 0x2000; out dx, ax; hlt: the power control of a Q35 machine. */
const POWER_OFF = [0xba, 0x04, 0x06, 0xb8, 0x00, 0x20, 0xef, 0xf4]

const DEVICE = '/dev/kvm'
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

const text = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim()

export interface Found {
  accelerator: Accelerator
  /** Why guests are emulated. */
  why?: string
}

interface FindOptions {
  /** Of this host. */
  architecture?: string
  device?: string
  probe?: () => Promise<Accelerator>
}

/**
 * A probe that fails takes its whole time, so that is remembered in the file until the host boots again. A missing permission is not: it
 * can be granted at any time.
 */
export async function findAccelerator(
  file: string,
  { architecture = machine(), device = DEVICE, probe = probeAccelerator }: FindOptions = {},
): Promise<Found> {
  if (architecture !== 'x86_64')
    return { accelerator: 'tcg', why: `guests are x86-64, and this host is ${architecture}` }
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
  const accelerator = await probe()
  if (accelerator === 'tcg') await writeFile(file, `${boot}\n`, { mode: 0o600 })
  else await rm(file, { force: true })
  return accelerator === 'tcg' ? { accelerator, why } : { accelerator }
}

export async function probeAccelerator(device = DEVICE, emulator = 'qemu-system-x86_64'): Promise<Accelerator> {
  const folder = await mkdtemp(join(tmpdir(), 'rackwright-kvm-'))
  try {
    await access(device)
    const disk = new Uint8Array(SECTOR)
    disk.set(POWER_OFF)
    disk.set([0x55, 0xaa], SECTOR - 2)
    const file = join(folder, 'disk')
    await writeFile(file, disk)
    const machine = ['-nodefaults', '-display', 'none', '-machine', 'q35', '-accel', 'kvm', '-m', '64']
    await run(emulator, [...machine, '-drive', `file=${file},format=raw,if=virtio`], {
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    return 'kvm'
  } catch {
    return 'tcg'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
