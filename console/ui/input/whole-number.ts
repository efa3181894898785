// Reads a typed whole number. Characters are never dropped: "12.5" must not become 125, nor "1e3" 13.

/** NaN for an empty text, undefined for a text that is not a whole number. Accepts other scripts' digit forms, e.g. full-width. */
export function parseWhole(text: string, { negative }: { negative: boolean }): number | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain === '' || (negative && plain === '-')) return Number.NaN
  const isWhole = (negative ? /^-?\d+$/ : /^\d+$/).test(plain)
  return isWhole ? Number(plain) : undefined
}
