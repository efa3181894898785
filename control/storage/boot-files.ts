// Which architecture the bytes of a disk are made for, from what firmware would start: the boot files of UEFI, or a boot sector.
// The bytes come from anybody, so nothing in them is trusted: they are read within limits, and what is odd counts as not there.
import type { Architecture } from '#contract/architecture-names.ts'
import { espsOn, isBootedByBios } from './boot-places.ts'
import { namesInFat } from './fat.ts'
import type { ReadBytes } from './read-bytes.ts'

const MAX_BYTES = 4 * 2 ** 20
const MAX_READS = 400

/** As FAT stores names: eight characters and three. */
const BOOT_FILES: Record<string, Architecture> = { 'BOOTX64 EFI': 'x86_64', BOOTAA64EFI: 'aarch64' }
const BOOT_FOLDER = ['EFI        ', 'BOOT       ']

class LimitReached extends Error {}

interface Volume {
  size: number
  block_size: number
  read: ReadBytes
  /** Whether it has taken too long. */
  isLate: () => boolean
}

/** Null if it cannot be told: nothing to boot, or files for several architectures. */
export async function architectureOn({ size, block_size, read, isLate }: Volume): Promise<Architecture | null> {
  let [bytes, reads] = [0, 0]
  const limited: ReadBytes = async (offset, length) => {
    bytes += length
    reads += 1
    if (bytes > MAX_BYTES || reads > MAX_READS || isLate()) throw new LimitReached('too much to read')
    if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > size)
      throw new RangeError('outside of the volume')
    return read(offset, length)
  }
  try {
    const found = new Set<Architecture>()
    for (const start of await espsOn(limited, size, block_size))
      for (const name of await namesIn(limited, start)) if (BOOT_FILES[name]) found.add(BOOT_FILES[name])
    const [only] = found
    if (found.size > 1) return null
    return only ?? ((await isBootedByBios(limited, size)) ? 'x86_64' : null)
  } catch (error) {
    if (error instanceof LimitReached || error instanceof RangeError) return null
    throw error
  }
}

/** Nothing if there is no such folder, or no file system. */
async function namesIn(read: ReadBytes, start: number): Promise<string[]> {
  try {
    return await namesInFat(read, start, BOOT_FOLDER)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
