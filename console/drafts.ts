// Tells forms that the browser is about to leave for the login page. form/use-draft.ts saves their unsent input and restores it.
const savers = new Set<() => void>()

/** Registers a form; `save` stores its input. */
export function onLeave(save: () => void): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

export const saveDrafts = (): void => savers.forEach((save) => save())
