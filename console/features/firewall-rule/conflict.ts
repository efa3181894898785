// Asks how to resolve a conflict with another user's changes to the rules. Callable from anywhere; ConflictHost shows the dialog.
import { makeStore, type Readable } from '../../util/store.ts'
import type { Difference } from './rule-differences.ts'

export interface Conflict {
  vpc: string
  /** what the other user has changed */
  theirs: readonly Difference[]
}

/** merge: keep their changes and apply ours; back: continue editing */
export type Resolution = 'merge' | 'discard' | 'back'

interface OpenConflict extends Conflict {
  answer: (resolution: Resolution) => void
}

const store = makeStore<OpenConflict | undefined>(undefined)
export const openConflict: Readable<OpenConflict | undefined> = store

export const resolveConflict = (conflict: Conflict): Promise<Resolution> =>
  new Promise((resolve) => {
    store.get()?.answer('back')
    // without its host the question would never show, and saving would never end
    if (!store.hasListeners()) return resolve('back')
    store.set({
      ...conflict,
      answer(resolution) {
        store.set(undefined)
        resolve(resolution)
      },
    })
  })
