// What an upload needs from outside: the API, the content, and time. Tests provide their own.
import type { Call } from '#contract/client.ts'

/** The content of a file. */
export interface Source {
  readonly size: number
  /** The bytes of this range, padded with zeros past the end of the content; null when all of them are zero. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer> | null>
  close(): void
}

export interface Ports {
  call: Call
  now(): number
  /** Resolves early when the signal aborts; the caller checks the signal. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Resolves when the network is back, or at once when nothing says that it is gone. */
  online(signal?: AbortSignal): Promise<void>
  /** Base64, off the main thread. */
  encode(bytes: Uint8Array<ArrayBuffer>): Promise<string>
}

export type BlockSize = 512 | 2048 | 4096

export interface ImageParams {
  name: string
  description: string
  os: string
  version: string
  blockSize: BlockSize
  /** a host with only the published operations has none */
  labels?: string[]
}
