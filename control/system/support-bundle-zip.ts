// Streams zip files, so that a bundle is never in memory as a whole: writes one, and reads single files from it.
import { Inflate, Zip, ZipDeflate } from 'fflate'
import type { BundleReader } from '../frame/support-bundle-store.ts'

export interface ZipFile {
  name: string
  pieces: AsyncIterable<string> | Iterable<string>
}

/** Returns the size of the zip. `write` gets its bytes in order. */
export async function writeZip(
  files: AsyncIterable<ZipFile>,
  time: Date,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  const encoder = new TextEncoder()
  let ready: Uint8Array[] = []
  let size = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const drain = async () => {
    const bytes = ready
    ready = []
    for (const each of bytes) {
      size += each.length
      await write(each)
    }
  }
  for await (const { name, pieces } of files) {
    const file = new ZipDeflate(name)
    file.mtime = time
    zip.add(file)
    for await (const piece of pieces) {
      file.push(encoder.encode(piece))
      await drain()
    }
    file.push(new Uint8Array(0), true)
    await drain()
  }
  zip.end()
  await drain()
  return size
}

export interface ZipEntry {
  name: string
  size: number
  compressed: number
  crc: number
  /** Where the local header begins. */
  offset: number
}

const END_BYTES = 22
const ENTRY_BYTES = 46
const HEADER_BYTES = 30

/** The entries of a zip written by writeZip: no trailing comment, nothing beyond 4 GiB. */
export async function readEntries(reader: BundleReader): Promise<ZipEntry[]> {
  const end = viewOf(await reader.read(reader.size - END_BYTES, END_BYTES))
  const bytes = await reader.read(end.getUint32(16, true), end.getUint32(12, true))
  const directory = viewOf(bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; at < bytes.length;) {
    const nameLength = directory.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)),
      crc: directory.getUint32(at + 16, true),
      compressed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    })
    at += ENTRY_BYTES + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

const PIECE_BYTES = 64 * 1024

/** The contents of one file, decompressed. */
export async function* readEntry(reader: BundleReader, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = viewOf(await reader.read(entry.offset, HEADER_BYTES))
  const start = entry.offset + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
  let ready: Uint8Array[] = []
  const inflate = new Inflate((bytes) => void ready.push(bytes))
  for (let at = 0; at < entry.compressed; at += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, entry.compressed - at)
    inflate.push(await reader.read(start + at, length), at + length === entry.compressed)
    yield* ready
    ready = []
  }
}

/** Raw bytes. */
export async function* readBytes(reader: BundleReader, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE_BYTES) yield await reader.read(at, Math.min(PIECE_BYTES, to - at))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
