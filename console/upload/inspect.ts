// What a file seems to be, from a few bytes of it: enough to warn before gigabytes are sent in vain, never to refuse.
import type { BlockSize } from './ports.ts'

export interface Findings {
  /** block size at which a partition table was found */
  efiAt: BlockSize | undefined
  isCd: boolean
  isCompressed: boolean
}

const BLOCK_SIZES: readonly BlockSize[] = [512, 2048, 4096]
const EFI = 'EFI PART'
const CD = 'CD001'
const CD_AT = 0x8001

const textAt = (bytes: Uint8Array, offset: number, text: string) =>
  new TextDecoder('latin1').decode(bytes.subarray(offset, offset + text.length)) === text

export async function inspect(file: File): Promise<Findings> {
  const bytes = new Uint8Array(await file.slice(0, CD_AT + CD.length).arrayBuffer())
  return {
    efiAt: BLOCK_SIZES.find((size) => textAt(bytes, size, EFI)),
    isCd: textAt(bytes, CD_AT, CD),
    isCompressed: /\.(gz|7z|qcow2|vmdk|xz|zst|bz2|zip)$/i.test(file.name),
  }
}

/** Notices for the person, most telling first. */
export function noticesOf({ efiAt, isCd, isCompressed }: Findings, blockSize: BlockSize): string[] {
  if (isCompressed) {
    return [
      'The file seems to be compressed or in a virtual disk format. Only raw disk content can be booted: unpack it first.',
    ]
  }
  if (efiAt !== undefined && efiAt !== blockSize) {
    return [`The file has a partition table for blocks of ${efiAt} bytes. With ${blockSize} it will probably not boot.`]
  }
  if (efiAt === undefined && isCd && blockSize !== 2048) {
    return [`The file is a CD image, whose blocks have 2048 bytes. With ${blockSize} it will probably not boot.`]
  }
  if (efiAt === undefined && !isCd) return ['The file has no partition table that we know: it will probably not boot.']
  return []
}
