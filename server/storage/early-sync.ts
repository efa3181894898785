// Sends bytes on to the disk while more are coming: who waits for all of them at the end has little to wait for then.

const EVERY = 32 * 1024 * 1024

interface Volume {
  written: number
  running: Promise<void> | undefined
  error: unknown
}

export interface EarlySync {
  /** So many bytes were written. Waits for nothing. */
  note(id: string, length: number): void
  /** Nothing runs any more. Fails if one failed: the system tells of lost bytes once, and whoever asks later hears that all is well. */
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
      if (volume.running || volume.written < EVERY) return
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
