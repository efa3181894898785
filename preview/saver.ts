// Saves the state of the preview: soon after a change, and at once when somebody waits for it.
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Log } from '#control/frame/ports/host.ts'

const SAVE_AFTER_MS = 2000

export interface Saver {
  /** Something changed. */
  changed(): void
  /** Resolves when everything up to now is saved, or cannot be. */
  flush(): Promise<void>
}

export function makeSaver(save: () => Promise<void>, clock: Clock, log: Log): Saver {
  let isDirty = false
  let isScheduled = false
  let saving: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (!isDirty) return
    isDirty = false
    // a full or refused storage is no reason to stop: the world lives on until the last tab closes
    await save().catch((error: unknown) => log.warn('the preview could not be saved', { error: String(error) }))
  }

  function flush(): Promise<void> {
    saving = saving.then(write)
    return saving
  }

  return {
    flush,
    changed() {
      isDirty = true
      if (isScheduled) return
      isScheduled = true
      void clock.sleep(SAVE_AFTER_MS).then(() => {
        isScheduled = false
        return flush()
      })
    },
  }
}
