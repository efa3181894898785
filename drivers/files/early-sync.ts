// Syncs a volume in the background while it is written. Otherwise the flush at the end of a large import would wait for
// gigabytes in the page cache, longer than clients wait for a response.

const SYNC_EVERY_BYTES = 32 * 1024 * 1024

interface Volume {
  written: number
  running: Promise<void> | undefined
  error: unknown
}

export interface EarlySync {
  /** This many bytes were written. Does not wait. */
  note(id: string, length: number): void
  /** Waits for a running sync. Rejects when one failed: the system reports lost bytes once, and later syncs succeed. */
  settle(id: string): Promise<void>
  forget(id: string): void
}

export function makeEarlySync(sync: (id: string) => Promise<void>): EarlySync {
  const volumes = new Map<string, Volume>()

  async function run(id: string, volume: Volume) {
    try {
      await sync(id)
    } catch (error) {
      volume.error = error
    }
    volume.running = undefined
  }

  return {
    note(id, length) {
      const volume = volumes.get(id) ?? { written: 0, running: undefined, error: undefined }
      volumes.set(id, volume)
      volume.written += length
      if (volume.running || volume.written < SYNC_EVERY_BYTES) return
      volume.written = 0
      volume.running = run(id, volume)
    },
    async settle(id) {
      const volume = volumes.get(id)
      await volume?.running
      if (volume?.error !== undefined) throw volume.error
      volumes.delete(id)
    },
    forget: (id) => void volumes.delete(id),
  }
}
