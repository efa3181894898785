// Asks how to resolve a conflict with another user's changes to the rules. Callable from anywhere; ConflictHost shows the dialog.
import type { Difference } from './rule-differences.ts'

export interface Conflict {
  vpc: string
  /** what the other user has changed */
  theirs: readonly Difference[]
}

/** merge: keep their changes and apply ours; back: continue editing */
export type Resolution = 'merge' | 'discard' | 'back'

interface Asked extends Conflict {
  answer: (resolution: Resolution) => void
}

let current: Asked | undefined
const listeners = new Set<() => void>()

function show(next: Asked | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

export const currentConflict = () => current

export function onConflict(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const resolveConflict = (conflict: Conflict): Promise<Resolution> =>
  new Promise((resolve) => {
    current?.answer('back')
    // without its host the question would never show, and saving would never end
    if (listeners.size === 0) return resolve('back')
    show({
      ...conflict,
      answer(resolution) {
        show(undefined)
        resolve(resolution)
      },
    })
  })
