// Reads ranges of a file.
import type { FileHandle } from 'node:fs/promises'

/** Fills the target from a position on, and says how much of it there was. */
export const filler =
  (file: FileHandle) =>
  async (target: Uint8Array, position: number): Promise<number> => {
    let length = 0
    while (length < target.length) {
      const { bytesRead } = await file.read(target, length, target.length - length, position + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return length
  }
