// Names that nobody has to think of: what it is made from, and a bit of chance so that two do not clash.

const LONGEST = 63
const DIGITS = 6

export const randomHex = () =>
  Math.floor(Math.random() * 16 ** DIGITS)
    .toString(16)
    .padStart(DIGITS, '0')

/** Each part is cut so that all of them, the dashes and the digits fit into a name. */
export function generatedName(parts: readonly string[], suffix = randomHex()): string {
  const room = Math.floor(LONGEST / parts.length) - Math.ceil(DIGITS / parts.length) - 1
  return [...parts.map((part) => part.slice(0, room)), suffix].join('-')
}
