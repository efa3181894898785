// The question what to do when somebody else has changed the rules. Asked from anywhere; ConflictHost shows it.
import type { Difference } from './rule-changes.ts'

export interface Conflict {
  vpc: string
  /** what the other user has changed */
  theirs: readonly Difference[]
}

/** merge: keep their changes and apply ours; back: go on editing */
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
    show({
      ...conflict,
      answer(resolution) {
        show(undefined)
        resolve(resolution)
      },
    })
  })
