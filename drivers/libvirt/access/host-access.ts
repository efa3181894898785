// What the driver does on a host, which is this machine or another one. If the host does not answer, everything here rejects with
// `host` (driver-error.ts), and delays nobody but those who asked for this host.
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'

export interface RunOptions {
  /** A program that takes longer is ended, and the host counts as one that does not answer. */
  timeoutMs: number
  /** What the program reads. */
  input?: string | Uint8Array | undefined
}

export interface Ran {
  /** 127 if there is no such program. */
  code: number
  bytes: Uint8Array
  /** The bytes as text. */
  output: string
  complaint: string
}

export interface FileEntry {
  name: string
  size: number
  inode: number
}

export interface FilePart {
  bytes: Uint8Array
  /** Number of the file that was read, which another may replace at any time. */
  inode: number
}

export interface HostAccess {
  /** Runs a program until it ends. */
  run(command: readonly string[], options: RunOptions): Promise<Ran>
  /** Starts a program that runs until it is killed, the host is gone, or this process ends. */
  follow(command: readonly string[]): Promise<ChildProcess>
  /** Connects to a Unix socket. Rejects with an error that has a code of the system, such as `ENOENT`, if nobody listens there. */
  connect(path: string): Promise<Duplex>
  /** Empty if there is no such folder. */
  list(folder: string): Promise<FileEntry[]>
  /** Undefined if there is no such file. */
  read(path: string, from: number, max_bytes: number): Promise<FilePart | undefined>
  /** Writes a new file, which only its owner can read unless a mode is given. */
  write(path: string, content: string | Uint8Array, mode?: number): Promise<void>
  /** Adds to the end of a file. */
  append(path: string, content: Uint8Array): Promise<void>
  /** Does nothing if the first one is gone. */
  rename(from: string, to: string): Promise<void>
  /** Makes a folder that only its owner can enter, with those above it. */
  makeFolder(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  /** Calls when a file may have grown or been replaced. It need not exist yet. */
  watch(file: string, notify: () => void): () => void
  /** Ends the connection, if there is one. */
  close(): void
}

/** No answer is larger. */
export const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
export const NO_SUCH_PROGRAM = 127
