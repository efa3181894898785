// A device's code as typed, letter by letter into boxes. Pure, so that pasting can be tested without a browser.

export const CODE_LENGTH = 8
/** the dash comes after this many letters */
export const HALF = 4

export type Boxes = readonly string[]

export const emptyBoxes: Boxes = Array.from({ length: CODE_LENGTH }, () => '')

export const lettersOf = (text: string): string[] => text.toUpperCase().match(/[A-Z]/g) ?? []

export const put = (boxes: Boxes, at: number, letter: string): Boxes => boxes.with(at, letter)

/** Pasted letters fill the empty boxes in order; typed letters stay. */
export function paste(boxes: Boxes, text: string): Boxes {
  const letters = lettersOf(text)
  return boxes.map((letter) => letter || (letters.shift() ?? ''))
}

/** As the device shows it, or undefined while letters are missing. */
export function codeOf(boxes: Boxes): string | undefined {
  if (boxes.some((letter) => letter === '')) return undefined
  return `${boxes.slice(0, HALF).join('')}-${boxes.slice(HALF).join('')}`
}
