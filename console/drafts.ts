// Unsent form input, saved in this tab before the browser leaves for the login page. form/use-draft.ts restores it afterwards.
const PREFIX = 'rackwright-draft-'
const savers = new Set<() => void>()

/** Registers a form; `save` stores its input. */
export function onLeave(save: () => void): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

export const saveDrafts = (): void => savers.forEach((save) => save())

export interface Draft {
  /** another user who signs in on this tab must not see it */
  userId: string
  values: Record<string, unknown>
}

export function storeDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(draft, storable))
  } catch {
    // no storage, or too large: the input is lost
  }
}

/** Secrets stay out of storage; files and cleared numbers cannot be written as JSON. */
const storable = (key: string, value: unknown): unknown =>
  /password|secret|token/i.test(key) || value instanceof Blob || Number.isNaN(value) ? undefined : value

/** Returns a saved draft and deletes it. */
export function takeDraft(name: string, userId: string): Draft['values'] | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    if (!text) return undefined
    sessionStorage.removeItem(PREFIX + name)
    const draft = JSON.parse(text) as Draft
    return draft.userId === userId ? draft.values : undefined
  } catch {
    return undefined
  }
}
