// The size of the terminal's text in px, kept in this browser.
import { keep, kept } from '../../util/keep.ts'
import { makeStore, type Readable } from '../../util/store.ts'

const NAME = 'terminal-text'
const [SMALLEST, USUAL, LARGEST] = [9, 13, 25]

const inBounds = (size: number) => Math.min(LARGEST, Math.max(SMALLEST, size))
const size = makeStore(inBounds(Number(kept(NAME)) || USUAL))

export const textSize: Readable<number> = size

export function changeTextSize(by: number): void {
  size.set(inBounds(size.get() + by))
  keep(NAME, String(size.get()))
}
