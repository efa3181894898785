// Keeps disk writes from filling the file system. The database is on it too, and on a full one nobody could sign in or delete a disk.
import { statfs } from 'node:fs/promises'
import { BlockError } from '../blocks.ts'

const MIB = 1024 * 1024
const RESERVED_FOR_DATABASE_BYTES = 256 * MIB
/** Asking the system is slow, so one answer is used for this many bytes. */
const MAX_GRANT_BYTES = 64 * MIB

export interface FreeSpace {
  /** Fails when this many more bytes would not fit. */
  take(bytes: number): Promise<void>
}

export function makeFreeSpace(available: () => Promise<number>): FreeSpace {
  let granted = 0
  return {
    async take(bytes) {
      if (bytes > granted) {
        const found = await available()
        if (bytes > found) throw new BlockError('full', 'no space is left for disks')
        granted = Math.max(bytes, Math.min(found, MAX_GRANT_BYTES))
      }
      granted -= bytes
    },
  }
}

/** A small file system keeps a sixteenth for the database, or nothing would be left for disks. */
export async function availableIn(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return bavail * bsize - Math.min(RESERVED_FOR_DATABASE_BYTES, (blocks * bsize) / 16)
}

/** The file system as it is, for telling operators when it fills up. */
export async function spaceIn(directory: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}
