// The firmware of a machine: a BIOS, unless it has none or its boot disk can be started by UEFI only. The guest can write whatever it likes to the
// disk, so only its start is read, and nothing in it is trusted.
import { open } from 'node:fs/promises'
import type { BlockStore } from '../blocks.ts'
import { DriverError } from '../driver-error.ts'
import type { MachineSpec } from '../machines.ts'
import { PLATFORMS } from './platform.ts'

export type Firmware = 'bios' | 'uefi'

/** Enough for partition tables with blocks of any size. */
const READ_BYTES = 64 * 1024

type Booting = Pick<MachineSpec, 'name' | 'disks' | 'architecture'>

export async function firmwareFor(
  { name, disks, architecture }: Booting,
  volumes: Pick<BlockStore, 'read'>,
): Promise<Firmware> {
  if (!PLATFORMS[architecture].hasBios) return 'uefi'
  const boot = disks.find((disk) => disk.boot)
  if (boot?.location.kind === 'rbd') {
    const start = await volumes.read(boot.id, 0, Math.min(boot.size, READ_BYTES))
    return needsUefi(start, boot.block_size) ? 'uefi' : 'bios'
  }
  if (boot?.location.kind !== 'file') return 'bios'
  try {
    const file = await open(boot.location.path)
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, 0)
      return needsUefi(buffer.subarray(0, bytesRead), boot.block_size) ? 'uefi' : 'bios'
    } finally {
      await file.close()
    }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = isMissing ? 'its file is missing on the host' : 'the host refuses to open its file'
    throw new DriverError('refused', `the boot disk of ${name} cannot be read: ${why}`, String(error))
  }
}

const BOOT_CODE_BYTES = 440
const MBR_ENTRIES = [446, 462, 478, 494]
const MBR_ACTIVE = 0x80
const MBR_EFI_SYSTEM = 0xef
const GPT_EFI_SYSTEM = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b'
const GPT_BIOS_BOOT = '21686148-6449-6e6f-744e-656564454649'
const GPT_LEGACY_BOOTABLE = 4

/**
 * There is an EFI system partition, and nothing for a BIOS to start: no boot code in the first block, or no partition that such code
 * could go on with. Windows writes boot code even to disks that only UEFI can boot.
 */
export function needsUefi(start: Uint8Array, blockSize: number): boolean {
  const hasBootCode = start.subarray(0, BOOT_CODE_BYTES).some((byte) => byte !== 0)
  const partitions = gptPartitions(start, blockSize)
  if (!partitions) return !hasBootCode && MBR_ENTRIES.some((at) => start[at + 4] === MBR_EFI_SYSTEM)
  if (!partitions.some(({ type }) => type === GPT_EFI_SYSTEM)) return false
  const isForBios =
    MBR_ENTRIES.some((at) => start[at] === MBR_ACTIVE) ||
    partitions.some(({ type, flags }) => type === GPT_BIOS_BOOT || (flags & GPT_LEGACY_BOOTABLE) !== 0)
  return !hasBootCode || !isForBios
}

interface Partition {
  type: string
  flags: number
}

const SIGNATURE = 'EFI PART'
const HEADER_BYTES = 92
const ENTRY_BYTES = 128

/** Undefined if there is no GUID partition table. */
function gptPartitions(start: Uint8Array, blockSize: number): Partition[] | undefined {
  if (start.length < blockSize + HEADER_BYTES) return undefined
  const view = new DataView(start.buffer, start.byteOffset, start.length)
  if ([...SIGNATURE].some((letter, n) => start[blockSize + n] !== letter.charCodeAt(0))) return undefined
  const first = Number(view.getBigUint64(blockSize + 72, true)) * blockSize
  const count = view.getUint32(blockSize + 80, true)
  const step = Math.max(view.getUint32(blockSize + 84, true), ENTRY_BYTES)
  const partitions: Partition[] = []
  for (let n = 0; n < count && first + n * step + ENTRY_BYTES <= start.length; n++) {
    const at = first + n * step
    partitions.push({ type: guidAt(view, at), flags: start[at + 48]! })
  }
  return partitions
}

const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0')

/** The first three parts of a GUID are numbers, with their last byte first. */
function guidAt(view: DataView, at: number): string {
  const [one, two, three] = [view.getUint32(at, true), view.getUint16(at + 4, true), view.getUint16(at + 6, true)]
  const rest = hex(view.getBigUint64(at + 8), 16)
  return [hex(one, 8), hex(two, 4), hex(three, 4), rest.slice(0, 4), rest.slice(4)].join('-')
}
