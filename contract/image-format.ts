// What an image file is, by its first bytes, and what in them makes it unacceptable. Names of files prove nothing. No zod: the
// console imports this.
import { GIB, MAX_DISK_GIB } from './limits.ts'

export const COMPRESSIONS = ['gzip', 'xz', 'zstd'] as const
export const VIRTUAL_DISKS = ['qcow2', 'vmdk'] as const

export type Compression = (typeof COMPRESSIONS)[number]
export type VirtualDisk = (typeof VIRTUAL_DISKS)[number]
export type ImageFormat = 'raw' | Compression | VirtualDisk

/** Enough of a file to recognize it and to check its header. */
export const HEADER_BYTES = 65_536

const SECTOR_BYTES = 512
/** QEMU reads this much of a descriptor, whatever its size. */
const VMDK_DESCRIPTOR_BYTES = 20 * SECTOR_BYTES

interface Signature {
  at?: number
  bytes: string
}

const SUPPORTED: Record<Exclude<ImageFormat, 'raw'>, Signature> = {
  qcow2: { bytes: 'QFI\xfb' },
  vmdk: { bytes: 'KDMV' },
  gzip: { bytes: '\x1f\x8b\x08' },
  xz: { bytes: '\xfd7zXZ\0' },
  zstd: { bytes: '\x28\xb5\x2f\xfd' },
}

/** Formats that would otherwise pass for a raw disk that does not boot. */
const UNSUPPORTED: Record<string, Signature> = {
  'an ESX VMDK': { bytes: 'COWD' },
  'a description of other VMDK files': { bytes: '# Disk DescriptorFile' },
  'a VHD': { bytes: 'conectix' },
  'a VHDX': { bytes: 'vhdxfile' },
  'a VDI': { at: 64, bytes: '\x7f\x10\xda\xbe' },
  'a tar archive': { at: 257, bytes: 'ustar' },
  'a zip archive': { bytes: 'PK\x03\x04' },
  'a 7z archive': { bytes: '7z\xbc\xaf\x27\x1c' },
  'a bzip2 file': { bytes: 'BZh' },
}

const matches = (header: Uint8Array, { at = 0, bytes }: Signature) =>
  header.length >= at + bytes.length && [...bytes].every((byte, index) => header[at + index] === byte.charCodeAt(0))

/** Where the first volume descriptor of ISO 9660 is. */
export const ISO_DESCRIPTOR = { offset: 32_768, length: 2_048 }

/** Whether the descriptor is one. */
export const isIso = (descriptor: Uint8Array) => matches(descriptor, { at: 1, bytes: 'CD001' })

/** What no signature claims is raw. */
export function formatOf(header: Uint8Array): ImageFormat {
  const found = Object.entries(SUPPORTED).find(([, signature]) => matches(header, signature))
  return (found?.[0] ?? 'raw') as ImageFormat
}

export const isCompression = (format: ImageFormat): format is Compression =>
  (COMPRESSIONS as readonly string[]).includes(format)
export const isVirtualDisk = (format: ImageFormat): format is VirtualDisk =>
  (VIRTUAL_DISKS as readonly string[]).includes(format)

/** Why a file that begins like this cannot become an image, in one sentence. */
export function headerProblem(header: Uint8Array): string | undefined {
  const other = Object.entries(UNSUPPORTED).find(([, signature]) => matches(header, signature))
  if (other) return `This is ${other[0]}. Convert it to raw, qcow2 or a single-file VMDK.`
  const format = formatOf(header)
  if (!isVirtualDisk(format)) return undefined
  return (format === 'qcow2' ? qcow2Problem(header) : vmdkProblem(header)) ?? sizeProblem(virtualSizeOf(header))
}

/** Why a rack that does not convert images cannot make one of a file in this format. */
export const unconvertedProblem = (format: ImageFormat): string | undefined =>
  isVirtualDisk(format)
    ? `This is a ${format} image. A simulated rack takes only raw images, compressed or not. Convert it to raw first.`
    : undefined

/** Why the content of a compressed file cannot become an image. */
export function contentProblem(header: Uint8Array): string | undefined {
  const format = formatOf(header)
  if (format !== 'raw')
    return `There is a ${format} file inside this compressed file. Decompress it once and upload that.`
  return headerProblem(header)
}

/** Images are as large as their content, in whole gibibytes. */
export const wholeGib = (bytes: number) => Math.max(1, Math.ceil(bytes / GIB)) * GIB

/** The size of the image that a file will become. Of a compressed file it is known only at its end; it is at least this. */
export function imageSizeOf(header: Uint8Array, fileSize: number): number {
  return wholeGib(isVirtualDisk(formatOf(header)) ? virtualSizeOf(header) : fileSize)
}

export function sizeProblem(bytes: number): string | undefined {
  if (bytes === 0) return 'The disk in this image is empty.'
  if (bytes > MAX_DISK_GIB * GIB) return `The disk in this image is larger than ${MAX_DISK_GIB} GiB.`
  return undefined
}

/** Bytes of the disk inside a qcow2 or VMDK file whose header is complete. */
export function virtualSizeOf(header: Uint8Array): number {
  const view = viewOf(header)
  return formatOf(header) === 'qcow2'
    ? Number(view.getBigUint64(24))
    : Number(view.getBigUint64(12, true)) * SECTOR_BYTES
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

const TRUNCATED = 'The file is incomplete: its header ends too early.'

const QCOW2 = { corrupt: 2n, externalData: 4n }

function qcow2Problem(header: Uint8Array): string | undefined {
  if (header.length < 104) return TRUNCATED
  const view = viewOf(header)
  const version = view.getUint32(4)
  if (version !== 2 && version !== 3) return `Version ${version} of qcow is not supported. Convert it to qcow2.`
  if (view.getBigUint64(8) !== 0n) return 'This image depends on a backing file. Convert it to an image of its own.'
  if (view.getUint32(32) !== 0) return 'This image is encrypted. Decrypt it first.'
  const features = version === 3 ? view.getBigUint64(72) : 0n
  if (features & QCOW2.externalData)
    return 'This image keeps its data in another file. Convert it to an image of its own.'
  if (features & QCOW2.corrupt) return 'This image is marked as damaged. Repair it with qemu-img check.'
  return undefined
}

function vmdkProblem(header: Uint8Array): string | undefined {
  if (header.length < SECTOR_BYTES) return TRUNCATED
  const view = viewOf(header)
  const others = 'This VMDK consists of several files. Convert it to a single file.'
  // without a capacity, QEMU reads the descriptor as that of other files
  if (view.getBigUint64(12, true) === 0n) return others
  const start = Number(view.getBigUint64(28, true)) * SECTOR_BYTES
  if (start === 0) return others
  if (start + VMDK_DESCRIPTOR_BYTES > HEADER_BYTES) return 'This VMDK has its description in an unusual place.'
  const descriptor = new TextDecoder('latin1').decode(header.subarray(start, start + VMDK_DESCRIPTOR_BYTES))
  if (/parentFileNameHint/i.test(descriptor))
    return 'This image depends on a parent image. Convert it to an image of its own.'
  const extents = [...descriptor.matchAll(/^\s*(?:RW|RDONLY|NOACCESS)\s+\d+\s+(\w+)/gim)]
  if (extents.length !== 1 || extents[0]?.[1]?.toUpperCase() !== 'SPARSE') return others
  return undefined
}
