// Guesses what a file is from a few of its bytes: enough to warn before gigabytes are uploaded in vain, never to refuse.
import { formatOf, headerProblem, HEADER_BYTES, imageSizeOf, type ImageFormat } from '#contract/image-format.ts'
import type { BlockSize } from './ports.ts'

export interface Findings {
  size: number
  /** of the image; at least, if the file is compressed */
  imageSize: number
  /** block size at which a partition table was found */
  efiAt: BlockSize | undefined
  isCd: boolean
  /** by its content */
  format: ImageFormat
  /** why the host will refuse it */
  problem: string | undefined
  /** by its name */
  isCompressed: boolean
}

const BLOCK_SIZES: readonly BlockSize[] = [512, 2048, 4096]
const EFI = 'EFI PART'
const CD = 'CD001'
const CD_OFFSET = 0x8001

const textAt = (bytes: Uint8Array, offset: number, text: string) =>
  new TextDecoder('latin1').decode(bytes.subarray(offset, offset + text.length)) === text

export async function inspect(file: File): Promise<Findings> {
  const bytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
  return {
    size: file.size,
    imageSize: imageSizeOf(bytes, file.size),
    efiAt: BLOCK_SIZES.find((size) => textAt(bytes, size, EFI)),
    isCd: textAt(bytes, CD_OFFSET, CD),
    format: formatOf(bytes),
    problem: headerProblem(bytes),
    isCompressed: /\.(gz|7z|qcow2|vmdk|xz|zst|bz2|zip)$/i.test(file.name),
  }
}

/** Warnings for the user, most important first. */
export function noticesOf(findings: Findings, blockSize: BlockSize): string[] {
  if (findings.problem) return [findings.problem]
  // what is inside is unknown until the host has unpacked it
  if (findings.format !== 'raw') return []
  if (findings.isCompressed)
    return ['The name of this file looks compressed or like a virtual disk format, but the content does not.']
  return [bootNotice(findings, blockSize), lengthNotice(findings, blockSize)].filter((notice) => notice !== undefined)
}

function bootNotice({ efiAt, isCd }: Findings, blockSize: BlockSize): string | undefined {
  if (efiAt === blockSize) return undefined
  if (efiAt !== undefined)
    return `The file has a partition table for ${efiAt}-byte blocks. With ${blockSize}-byte blocks it may not boot.`
  if (!isCd) return 'No partition table found. This image may not boot.'
  if (blockSize === 2048) return undefined
  return `The file is a CD image with 2048-byte blocks. With ${blockSize}-byte blocks it may not boot.`
}

function lengthNotice({ size }: Findings, blockSize: BlockSize): string | undefined {
  if (size % blockSize === 0) return undefined
  return `The file size is not a multiple of ${blockSize} bytes. The last block will be padded with zeros; check that the file is complete.`
}
