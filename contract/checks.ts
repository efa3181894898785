// Validates names, hostnames and port ranges with plain functions, shared by the schemas and the console's forms. No zod: the
// console imports this.
import { MAX_EMAIL_LENGTH, MAX_HOSTNAME_LENGTH, MAX_LABEL_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH } from './limits.ts'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuidForm.test(text)

/** Why a text is not a valid name; undefined if it is. */
export function nameProblem(text: string): string | undefined {
  if (text.length === 0) return 'name requires at least one character'
  if (text.length > MAX_NAME_LENGTH) return `name may contain at most ${MAX_NAME_LENGTH} characters`
  if (!/^[a-z]/.test(text)) {
    // for an id, say so instead of complaining about its first character
    return isUuid(text) ? uuidName : 'name must begin with an ASCII lowercase character'
  }
  const odd = /[^a-z0-9-]/u.exec(text)
  if (odd) {
    return `name contains invalid character: "${odd[0]}" (allowed characters are lowercase ASCII, digits, and "-")`
  }
  if (text.endsWith('-')) return 'name cannot end with "-"'
  if (isUuid(text)) return uuidName
  return undefined
}

const uuidName = 'name cannot be a UUID to avoid ambiguity with IDs'

export const isName = (text: string) => nameProblem(text) === undefined

/** Why a text is not a label, which is a word or `key=value`; undefined if it is. */
export function labelProblem(text: string): string | undefined {
  if (text.length > MAX_LABEL_LENGTH) return `a label may contain at most ${MAX_LABEL_LENGTH} characters`
  if (!/^[a-z0-9._=-]*$/.test(text))
    return 'a label may contain only lowercase letters, digits, "-", "_", "." and one "="'
  return labelForm.test(text) ? undefined : 'expected a word or key=value, which begin and end with a letter or digit'
}

const word = '[a-z0-9]([a-z0-9._-]*[a-z0-9])?'
const labelForm = new RegExp(`^${word}(=${word})?$`)

/** A label matches itself, and a key every label with that key: `env` matches `env=prod`. */
export const hasLabel = (labels: readonly string[], wanted: string) =>
  labels.some((label) => label === wanted || label.startsWith(`${wanted}=`))

export function hostnameProblem(text: string): string | undefined {
  if (text.length > MAX_HOSTNAME_LENGTH) return `Max hostname length is ${MAX_HOSTNAME_LENGTH}`
  const legal = text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  return legal ? undefined : 'Hostnames must comply with RFC 1035'
}

/** Why a text is not the address of something on the web; undefined if it is. */
export function urlProblem(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `URLs may contain at most ${MAX_URL_LENGTH} characters`
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text))
    return 'expected a URL that begins with https:// or http://'
  const { username, password } = new URL(text)
  // everyone who can read the receiver would see them
  return username || password ? 'a URL must not contain a user name or password' : undefined
}

/** Deliberately loose: only the server that gets the e-mail knows which addresses exist. */
export const isEmail = (text: string) =>
  text.length <= MAX_EMAIL_LENGTH && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)

/** `22` or `6667-7000`; otherwise undefined. A descending range is accepted, because clients rely on it. */
export function parsePortRange(text: string): { first: number; last: number } | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text)
  if (!match) return undefined
  const first = Number(match[1])
  const last = Number(match[2] ?? match[1])
  const legal = [first, last].every((port) => port >= 1 && port <= 65535)
  return legal ? { first, last } : undefined
}

export const formatPortRange = ({ first, last }: { first: number; last: number }) =>
  first === last ? `${first}` : `${first}-${last}`

export const semverForm =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/

export const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Decoded length of valid base64. */
export function base64Length(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}

export const utf8Length = (text: string) => new TextEncoder().encode(text).length
