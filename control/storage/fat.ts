// Reads the names in a folder of a FAT file system, as firmware does. Whoever reads limits how much; a damaged file system is a RangeError.
import type { ReadBytes } from './read-bytes.ts'

const ENTRY_BYTES = 32
const IS_FOLDER = 0x10
const IS_LABEL = 0x08
const DELETED = 0xe5
/** Entries of one folder. Firmware folders have a handful. */
const MAX_ENTRIES = 1024
const SECTOR_SIZES = [512, 1024, 2048, 4096]

interface FileSystem {
  start: number
  cluster: number
  /** In bytes, from the start. */
  table: number
  data: number
  width: 12 | 16 | 32
  /** The fixed root of older versions, in bytes, or the first cluster. */
  root: { offset: number; length: number } | { first: number }
}

interface Entry {
  name: string
  isFolder: boolean
  first: number
}

/** The names in the folder at this path, each with eight characters and three. */
export async function namesInFat(read: ReadBytes, start: number, path: readonly string[]): Promise<string[]> {
  const system = await fileSystemAt(read, start)
  if (!system) return []
  let entries = await rootOf(read, system)
  for (const name of path) {
    const folder = entries.find((entry) => entry.isFolder && entry.name === name)
    if (!folder) return []
    entries = await folderAt(read, system, folder.first)
  }
  return entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

async function fileSystemAt(read: ReadBytes, start: number): Promise<FileSystem | undefined> {
  const view = viewOf(await read(start, 512))
  if (!hasFat(view)) return undefined
  const sector = view.getUint16(11, true)
  const cluster = sector * view.getUint8(13)
  const table = view.getUint16(14, true) * sector
  const rootBytes = view.getUint16(17, true) * ENTRY_BYTES
  const tableSectors = view.getUint16(22, true) || view.getUint32(36, true)
  const total = view.getUint16(19, true) || view.getUint32(32, true)
  const root = table + view.getUint8(16) * tableSectors * sector
  const data = root + Math.ceil(rootBytes / sector) * sector
  const clusters = Math.floor((total * sector - data) / cluster)
  const width = rootBytes === 0 ? 32 : clusters < 4085 ? 12 : 16
  const place = width === 32 ? { first: view.getUint32(44, true) } : { offset: root, length: rootBytes }
  return { start, cluster, table, data, width, root: place }
}

/** Whether a sector has the parameters of FAT. */
export function hasFat(view: DataView): boolean {
  const perCluster = view.getUint8(13)
  return (
    [0xeb, 0xe9].includes(view.getUint8(0)) &&
    SECTOR_SIZES.includes(view.getUint16(11, true)) &&
    perCluster > 0 &&
    (perCluster & (perCluster - 1)) === 0 &&
    view.getUint16(14, true) > 0 &&
    [1, 2].includes(view.getUint8(16)) &&
    (view.getUint16(22, true) || view.getUint32(36, true)) > 0
  )
}

async function rootOf(read: ReadBytes, system: FileSystem): Promise<Entry[]> {
  const { root, start } = system
  if ('first' in root) return folderAt(read, system, root.first)
  const length = Math.min(root.length, MAX_ENTRIES * ENTRY_BYTES)
  return entriesIn(await read(start + root.offset, length)).entries
}

async function folderAt(read: ReadBytes, system: FileSystem, first: number): Promise<Entry[]> {
  const all: Entry[] = []
  let seen = 0
  for (let at = first; isCluster(system, at) && seen < MAX_ENTRIES; at = await nextOf(read, system, at)) {
    const bytes = await read(system.start + system.data + (at - 2) * system.cluster, system.cluster)
    const { entries, isEnd } = entriesIn(bytes)
    all.push(...entries)
    if (isEnd) break
    seen += bytes.length / ENTRY_BYTES
  }
  return all
}

const END = { 12: 0xff8, 16: 0xfff8, 32: 0x0ffffff8 }
const isCluster = ({ width }: FileSystem, cluster: number) => cluster >= 2 && cluster < END[width] - 1

async function nextOf(read: ReadBytes, { start, table, width }: FileSystem, at: number): Promise<number> {
  if (width === 32) return viewOf(await read(start + table + at * 4, 4)).getUint32(0, true) & 0x0fffffff
  if (width === 16) return viewOf(await read(start + table + at * 2, 2)).getUint16(0, true)
  const pair = viewOf(await read(start + table + Math.floor(at * 1.5), 2)).getUint16(0, true)
  return at % 2 === 0 ? pair & 0xfff : pair >> 4
}

function entriesIn(bytes: Uint8Array): { entries: Entry[]; isEnd: boolean } {
  const view = viewOf(bytes)
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    if (bytes[at] === 0) return { entries, isEnd: true }
    const kind = bytes[at + 11]!
    // parts of long names look like labels
    if (bytes[at] === DELETED || (kind & IS_LABEL) !== 0) continue
    const name = String.fromCharCode(...bytes.subarray(at, at + 11))
    const first = view.getUint16(at + 20, true) * 65_536 + view.getUint16(at + 26, true)
    entries.push({ name, isFolder: (kind & IS_FOLDER) !== 0, first })
  }
  return { entries, isEnd: false }
}
