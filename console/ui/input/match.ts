// Which items a Combobox offers for a typed text, and which one an arrow key highlights.
import type { ListItem } from './list-item.ts'

const bare = (text: string) => text.replaceAll(/\s+/g, '').toLocaleLowerCase()

/** Ignores spaces and case. */
export const matches = (label: string, query: string): boolean => bare(label).includes(bare(query))

/** Adds the text itself as an entry, unless it already is an item. */
export function withCustom(found: readonly ListItem[], all: readonly ListItem[], query: string): readonly ListItem[] {
  const text = query.trim()
  if (!text || all.some((item) => item.value === text || item.label === text)) return found
  return [...found, { value: text, label: `Custom: ${text}` }]
}

/** The next item that can be chosen, from the end back to the start. Without a current one: the first, or going back the last. */
export function neighbor(items: readonly ListItem[], current: string | undefined, by: 1 | -1): ListItem | undefined {
  const enabled = items.filter(({ disabled }) => !disabled)
  const at = enabled.findIndex(({ value }) => value === current)
  return at === -1 ? enabled.at(by > 0 ? 0 : -1) : enabled.at((at + by) % enabled.length)
}
