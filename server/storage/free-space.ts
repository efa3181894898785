// Room that the bytes of disks leave free: the database lies beside them, and on a full file system nobody could even
// delete a disk.
import { statfs } from 'node:fs/promises'
import { BlockError } from '#hypervisor/blocks.ts'

const MEBIBYTE = 1024 * 1024
const LEFT_FREE = 256 * MEBIBYTE
/** Asking the system costs a little: one answer is good for so many bytes. */
const AT_ONCE = 64 * MEBIBYTE

export interface Room {
  /** Fails when so many bytes more would fill it. */
  take(bytes: number): Promise<void>
}

export function makeRoom(free: () => Promise<number>): Room {
  let spare = 0
  return {
    async take(bytes) {
      if (bytes > spare) {
        const found = await free()
        if (bytes > found) throw new BlockError('full', 'no room is left for the bytes of disks')
        spare = Math.max(bytes, Math.min(found, AT_ONCE))
      }
      spare -= bytes
    },
  }
}

/** Of a small file system a part is left free, or it would be of no use at all. */
export async function roomIn(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return bavail * bsize - Math.min(LEFT_FREE, (blocks * bsize) / 16)
}
