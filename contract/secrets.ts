// Which fields of a request are secret: masked on screen, and kept out of process lists. No zod: the console imports this.

const SECRET_NAME =
  /^((new_?)?password|private_?key|md5_?auth_?key|key|secrets?|passcode|client_?secret|token|device_?code)$/i

/** A new password is sent as { mode: 'password', value }. */
export const isSecret = (key: string, siblings: readonly string[]) =>
  SECRET_NAME.test(key) || (key === 'value' && siblings.includes('mode'))

export const MASK = '••••••••'

export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const keys = Object.keys(value)
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, isSecret(key, keys) ? hidden(field) : masked(field)]),
  )
}

/** A list of secrets has one mask for each. */
const hidden = (field: unknown): unknown => {
  if (typeof field === 'string') return MASK
  return Array.isArray(field) ? field.map(hidden) : masked(field)
}
