// Where firmware looks on a disk: partitions of UEFI in a GUID partition table, an MBR or the boot catalog of a CD, and the boot sector of
// a BIOS. All numbers come from the disk, so places can be anywhere; whoever reads there checks.
import { hasFat } from './fat.ts'
import type { ReadBytes } from './read-bytes.ts'

const SECTOR = 512
const CD_SECTOR = 2048
/** More than firmware would try. */
const MAX_PLACES = 8
const MAX_PARTITIONS = 128
const EFI_SYSTEM_GUID = [0x28, 0x73, 0x2a, 0xc1, 0x1f, 0xf8, 0xd2, 0x11, 0xba, 0x4b, 0, 0xa0, 0xc9, 0x3e, 0xc9, 0x3b]
const MBR_ENTRIES = [446, 462, 478, 494]
const MBR_EFI_SYSTEM = 0xef
const BOOT_CODE_BYTES = 440
const CATALOG_BIOS = 0
const CATALOG_EFI = 0xef

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Where the file systems of UEFI begin. */
export async function espsOn(read: ReadBytes, size: number, blockSize: number): Promise<number[]> {
  const places = new Set<number>()
  // a disk made for blocks of another size has its table elsewhere
  for (const block of new Set([blockSize, SECTOR])) for (const at of await inGpt(read, size, block)) places.add(at)
  const first = size >= SECTOR ? await read(0, SECTOR) : new Uint8Array(SECTOR)
  for (const at of inMbr(first)) places.add(at)
  for (const { platform, start } of await inCatalog(read, size)) if (platform === CATALOG_EFI) places.add(start)
  if (hasFat(viewOf(first))) places.add(0)
  return [...places].slice(0, MAX_PLACES)
}

/** There is code in the boot sector, or the catalog of a CD names some. */
export async function isBootedByBios(read: ReadBytes, size: number): Promise<boolean> {
  if (size < SECTOR) return false
  const first = await read(0, SECTOR)
  const isSigned = first[510] === 0x55 && first[511] === 0xaa
  const hasCode = first.subarray(0, BOOT_CODE_BYTES).some((byte) => byte !== 0)
  // a file system without partitions has code that only says that it cannot be booted
  if (isSigned && hasCode && !hasFat(viewOf(first))) return true
  return (await inCatalog(read, size)).some(({ platform }) => platform === CATALOG_BIOS)
}

async function inGpt(read: ReadBytes, size: number, block: number): Promise<number[]> {
  if (size < 2 * block) return []
  const header = await read(block, 92)
  if (textAt(header, 0, 8) !== 'EFI PART') return []
  const view = viewOf(header)
  const first = Number(view.getBigUint64(72, true)) * block
  const step = view.getUint32(84, true)
  if (step < 128 || step > 4096) return []
  const count = Math.min(view.getUint32(80, true), MAX_PARTITIONS)
  if (first + count * step > size) return []
  const entries = await read(first, count * step)
  return Array.from({ length: count }, (_, n) => entries.subarray(n * step, (n + 1) * step))
    .filter((entry) => EFI_SYSTEM_GUID.every((byte, n) => entry[n] === byte))
    .map((entry) => Number(viewOf(entry).getBigUint64(32, true)) * block)
}

function inMbr(first: Uint8Array): number[] {
  if (first[510] !== 0x55 || first[511] !== 0xaa) return []
  return MBR_ENTRIES.filter((at) => first[at + 4] === MBR_EFI_SYSTEM).map(
    (at) => viewOf(first).getUint32(at + 8, true) * SECTOR,
  )
}

interface CatalogEntry {
  platform: number
  start: number
}

/** The boot catalog of a CD. */
async function inCatalog(read: ReadBytes, size: number): Promise<CatalogEntry[]> {
  if (size < 19 * CD_SECTOR) return []
  const record = await read(17 * CD_SECTOR, 96)
  if (textAt(record, 1, 5) !== 'CD001' || textAt(record, 7, 23) !== 'EL TORITO SPECIFICATION') return []
  const place = viewOf(record).getUint32(71, true) * CD_SECTOR
  if (place + CD_SECTOR > size) return []
  const catalog = await read(place, CD_SECTOR)
  const entries: CatalogEntry[] = []
  let platform = catalog[1]!
  // the first entry says for whom the second is; further ones follow their headers
  for (let at = 32; at + 32 <= catalog.length && catalog[at] !== 0; at += 32) {
    const kind = catalog[at]!
    if (kind === 0x90 || kind === 0x91) platform = catalog[at + 1]!
    if (kind === 0x88) entries.push({ platform, start: viewOf(catalog).getUint32(at + 8, true) * CD_SECTOR })
  }
  return entries
}
