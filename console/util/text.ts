// Helpers for text: what stands for none, a shortened form, and the lines of an input.

export const emDash = '—'

export function truncate(text: string, maxLength: number, position: 'end' | 'middle' = 'end'): string {
  // not by code unit, which would cut an emoji in half
  const letters = [...text]
  if (letters.length <= maxLength) return text
  const room = Math.max(2, maxLength - 2)
  const start = letters.slice(0, position === 'end' ? room : Math.ceil(room / 2))
  const end = position === 'end' ? [] : letters.slice(letters.length - Math.floor(room / 2))
  return [...start, '…', ...end].join('')
}

/** Lines without the space around them; empty ones are left out. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
