// Generates names: the name of the source plus a random suffix to avoid clashes.
import { MAX_NAME_LENGTH } from '#contract/limits.ts'

const DIGITS = 6

export const randomHex = () =>
  Math.floor(Math.random() * 16 ** DIGITS)
    .toString(16)
    .padStart(DIGITS, '0')

/** Each part is cut so that all of them, the dashes and the digits fit into a name. */
export function generatedName(parts: readonly string[], suffix = randomHex()): string {
  const room = Math.floor(MAX_NAME_LENGTH / parts.length) - Math.ceil(DIGITS / parts.length) - 1
  return [...parts.map((part) => part.slice(0, room)), suffix].join('-')
}
