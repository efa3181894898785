// Unsent form input in the storage of this tab. No React here.
const PREFIX = 'rackwright-draft-'

type Values = Record<string, unknown>

interface Draft {
  /** another user who signs in on this tab must not see it */
  userId: string
  values: Values
  /** some input could not be stored */
  isPartial: boolean
}

export function storeDraft(name: string, userId: string, values: Values): void {
  const kept: Values = {}
  let isPartial = false
  for (const [field, value] of Object.entries(values)) {
    kept[field] = storable(value, field)
    if (kept[field] === undefined && value) isPartial = true
  }
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ userId, values: kept, isPartial } satisfies Draft))
  } catch {
    // no storage, or too large: the input is lost
  }
}

const SECRET = /password|secret|token|privateKey|^key$/i
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/**
 * Undefined for secrets, files and cleared numbers, and for objects that contain one: the form would not show that a part is
 * missing.
 */
export function storable(value: unknown, key = ''): unknown {
  if (SECRET.test(key) || value instanceof Blob || Number.isNaN(value)) return undefined
  if (Array.isArray(value)) return value.map((item) => storable(item)).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const parts = Object.entries(value).map(([name, part]) => [name, storable(part, name), part] as const)
  return parts.some(([, kept, part]) => kept === undefined && part !== undefined)
    ? undefined
    : Object.fromEntries(parts.map(([name, kept]) => [name, kept]))
}

/** Returns a saved draft and deletes it. */
export function takeDraft(name: string, userId: string): Omit<Draft, 'userId'> | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    if (!text) return undefined
    sessionStorage.removeItem(PREFIX + name)
    const draft = JSON.parse(text) as Draft
    return draft.userId === userId ? draft : undefined
  } catch {
    return undefined
  }
}
