// Text on its way to the terminal. Control characters could move the cursor, and bidirectional ones could reorder a line.

const CONTROL = String.raw`[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`
const controls = new RegExp(`${CONTROL}+`, 'g')
const controlsInLines = new RegExp(String.raw`(?:(?!\t|\r?\n)${CONTROL})+`, 'g')
const control = new RegExp(`(?!\\n)${CONTROL}`, 'g')

/** Without line ends, for a cell of a table. */
export const oneLine = (text: string) => text.replaceAll(controls, ' ')

export const printable = (text: string) => text.replaceAll(controlsInLines, ' ')

/** Escapes what JSON.stringify leaves, so that programs still read the same value. Line ends are those of the indentation. */
export const toJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    control,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  )
