// Who drives a rack. Several installations can share one libvirt or one OVN: each marks what it makes, and never touches what belongs
// to another.

export interface Installation {
  id: string
  /** Grows when one installation takes over what belongs to another, which from then on leaves it alone. */
  epoch: number
}

/** Version 0.2.0 left no mark. */
export type Mark = Installation | undefined

/**
 * `unclaimed` is ours without our mark. `taken_over` was ours: whoever has it now must not be disturbed. Everything else is
 * `foreign`.
 */
export type Standing = 'ours' | 'unclaimed' | 'taken_over' | 'foreign'

/** Tells whose something is. `isKnown`: our database has a row of it. */
export function standingOf(own: Installation, mark: Mark, isKnown: boolean): Standing {
  if (!mark) return isKnown ? 'unclaimed' : 'foreign'
  if (mark.epoch > own.epoch) return isKnown ? 'taken_over' : 'foreign'
  return mark.id === own.id ? 'ours' : 'foreign'
}
