// What makes a name, a hostname, a port range legal, as plain functions: the schemas and the console's forms share them.
// No zod here: the console may import this.
import { MAX_HOSTNAME_LENGTH, MAX_NAME_LENGTH } from './limits.ts'

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuidForm.test(text)

/** Why a text cannot be a name; undefined when it can. */
export function nameProblem(text: string): string | undefined {
  if (text.length === 0) return 'name requires at least one character'
  if (text.length > MAX_NAME_LENGTH) return `name may contain at most ${MAX_NAME_LENGTH} characters`
  if (!/^[a-z]/.test(text)) {
    // an id may begin with a letter or a digit: say what is wrong with it, not with its first character
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

export function hostnameProblem(text: string): string | undefined {
  if (text.length > MAX_HOSTNAME_LENGTH) return `Max hostname length is ${MAX_HOSTNAME_LENGTH}`
  const legal = text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  return legal ? undefined : 'Hostnames must comply with RFC 1035'
}

/** `22` or `6667-7000`; undefined when it is neither. First after last is not refused, as clients have come to rely on. */
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

/** How many bytes a legal base64 text stands for. */
export function base64Length(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}

export const utf8Length = (text: string) => new TextEncoder().encode(text).length
