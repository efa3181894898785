// What a host can do with image files that are not raw disks. Hosts differ: a browser has gzip, a server has programs.
import type { Compression, VirtualDisk } from '#contract/image-format.ts'

export type Decompress = (from: AsyncIterable<Uint8Array>, signal: AbortSignal) => AsyncIterable<Uint8Array>

export interface Conversion {
  format: VirtualDisk
  /** A path of this host, as are all. */
  from: string
  /** As large as the disk inside, or larger, and filled with zeros. */
  to: string
  /** The size of the disk inside. */
  size: number
  signal: AbortSignal
  /** Called now and then. */
  onPercent(percent: number): void
}

export interface RemoteFile {
  size: number
  content: AsyncIterable<Uint8Array>
}

/** Each tool throws an ImageProblem if the file is to blame. */
export interface ImageTools {
  /** What is absent cannot be decompressed here. */
  decompress: Partial<Record<Compression, Decompress>>
  /** Absent on hosts without real machines. */
  convert?: ((job: Conversion) => Promise<void>) | undefined
  /** Absent on hosts without a network. */
  fetch?: ((url: string, signal: AbortSignal) => Promise<RemoteFile>) | undefined
}

export const NO_STORAGE_LEFT = 'Not enough storage is left on this host.'

/** The message is for the person who uploaded the file. */
export class ImageProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImageProblem'
  }
}
