// A file that only takes up space. When the file system is full, it is deleted, so that people can sign in and free some: a login
// writes to the database, which is on the same file system. It is created again once there is space.
import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '#control/db/database.ts'
import { DatabaseFull } from '#control/db/errors.ts'
import { spaceIn } from '#drivers/files/free-space.ts'

const MIB = 1024 * 1024
const RESERVE_BYTES = 16 * MIB
const CHECK_INTERVAL_MS = 10_000

export interface Reserve {
  /** False when there was nothing to release. */
  release(): boolean
  /** Creates the file if it is missing and there is ample space. */
  restore(): Promise<void>
  isHeld(): boolean
}

/** A file left by the last run is deleted first: a server must be able to start on a full file system. */
export function openReserve(file: string, size = sizeFor(dirname(file))): Reserve {
  rmSync(file, { force: true })
  let isHeld = false
  return {
    isHeld: () => isHeld,
    release() {
      if (!isHeld) return false
      rmSync(file, { force: true })
      isHeld = false
      return true
    },
    async restore() {
      if (isHeld || (await spaceIn(dirname(file))).free < 2 * size) return
      const partial = `${file}.partial`
      const handle = await open(partial, 'w', 0o600)
      try {
        // random, because some file systems store zeroes as nothing
        for (let written = 0; written < size; written += MIB)
          await handle.write(randomBytes(Math.min(MIB, size - written)))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partial, file)
      isHeld = true
    },
  }
}

/** Small file systems give a sixteenth. */
function sizeFor(directory: string): number {
  const { blocks, bsize } = statfsSync(directory)
  return Math.min(RESERVE_BYTES, Math.floor((blocks * bsize) / 16))
}

/** Returns how to stop. */
export function keepReserve(reserve: Reserve): () => void {
  // a failure is no news: the file system is full again
  const restore = () => void reserve.restore().catch(() => undefined)
  restore()
  const timer = setInterval(restore, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Releases the reserve when a transaction finds the file system full. Until it is back, data that nobody waits for is not stored. */
export function withReserve(db: Database, reserve: Reserve, onRelease: () => void): Database {
  let isFull = false
  return {
    dialect: db.dialect,
    get version() {
      return db.version
    },
    read: db.read,
    noticeOthers: db.noticeOthers,
    snapshot: db.snapshot,
    close: db.close,
    async transaction(work, options) {
      if (isFull && reserve.isHeld()) isFull = false
      if (isFull && options?.durable === false) throw new DatabaseFull(new Error('the reserve is in use'))
      try {
        return await db.transaction(work, options)
      } catch (error) {
        if (!(error instanceof DatabaseFull) || !reserve.release()) throw error
        isFull = true
        onRelease()
        return db.transaction(work, options)
      }
    },
  }
}
