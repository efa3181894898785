// The firmware of a machine: a BIOS, unless its boot disk can be started by UEFI only. The guest can write whatever it likes to the
// disk, so only its start is read, and nothing in it is trusted.
import { open } from 'node:fs/promises'
import { DriverError } from '../driver-error.ts'
import type { MachineSpec } from '../machines.ts'

export type Firmware = 'bios' | 'uefi'

/** Enough for partition tables with blocks of any size. */
const READ_BYTES = 64 * 1024

export async function firmwareFor({ name, disks }: Pick<MachineSpec, 'name' | 'disks'>): Promise<Firmware> {
  const boot = disks.find((disk) => disk.boot)
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
    throw new DriverError('refused', `the boot disk of ${name} cannot be read: ${String(error)}`)
  }
}

const BOOT_CODE_BYTES = 440
const MBR_ENTRIES = [446, 462, 478, 494]
const MBR_ACTIVE = 0x80
const MBR_EFI_SYSTEM = 0xef
const GPT_EFI_SYSTEM = '28732ac11ff8d211ba4b00a0c93ec93b'
const GPT_BIOS_BOOT = Buffer.from('Hah!IdontNeedEFI').toString('hex')
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
  /** In hex, in the order of the bytes on the disk. */
  type: string
  flags: number
}

const HEADER_BYTES = 92
const ENTRY_BYTES = 128

/** Undefined if there is no GUID partition table. */
function gptPartitions(start: Uint8Array, blockSize: number): Partition[] | undefined {
  const header = Buffer.from(start.subarray(blockSize, blockSize + HEADER_BYTES))
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 8) !== 'EFI PART') return undefined
  const first = Number(header.readBigUInt64LE(72)) * blockSize
  const count = header.readUInt32LE(80)
  const step = Math.max(header.readUInt32LE(84), ENTRY_BYTES)
  const partitions: Partition[] = []
  for (let n = 0; n < count && first + n * step + ENTRY_BYTES <= start.length; n++) {
    const entry = Buffer.from(start.subarray(first + n * step, first + n * step + ENTRY_BYTES))
    partitions.push({ type: entry.toString('hex', 0, 16), flags: entry[48]! })
  }
  return partitions
}
