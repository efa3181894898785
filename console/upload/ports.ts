// What an upload needs from outside: the API, the content, and time. Tests bring their own.
import type { Call } from '#contract/client.ts'

/** Where the bytes come from, as a raw disk: another file format is another source. */
export interface Source {
  readonly size: number
  /** Base64 of this stretch, zeros past the end of the content; null when all of it is zero. */
  read(offset: number, length: number): Promise<string | null>
  close(): void
}

export interface Ports {
  call: Call
  now(): number
  /** Ends early when the signal says so; whoever waits looks at the signal then. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Resolves at once where nobody knows better. */
  online(signal?: AbortSignal): Promise<void>
}

export type BlockSize = 512 | 2048 | 4096

export interface ImageParams {
  name: string
  description: string
  os: string
  version: string
  blockSize: BlockSize
}
