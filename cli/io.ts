// The program's interface to its environment; tests supply their own.
import type { Readable, Writable } from 'node:stream'
import { printable } from './text.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Io {
  env: Environment
  stdin: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }
  stdout: Writable & { isTTY?: boolean; columns?: number; rows?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  /** Aborted by Ctrl-C and by SIGTERM. */
  signal: AbortSignal
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  openBrowser: (url: string) => void
}

/**
 * Resolves once the text is flushed: a process that exits earlier would truncate output to a pipe. Text may quote the host, so it is made
 * printable; bytes are written as they are.
 */
export const write = (stream: Writable, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) =>
    stream.write(typeof text === 'string' ? printable(text) : text, (error) => (error ? reject(error) : resolve())),
  )

export async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
