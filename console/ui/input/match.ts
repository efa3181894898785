// Matches typed text against items. Ignores spaces and case, keeps the order of the list.
import type { ListItem } from './list-item.ts'

const bare = (text: string) => text.replaceAll(/\s+/g, '').toLocaleLowerCase()

export const matches = (label: string, query: string): boolean => bare(label).includes(bare(query))

/** Adds the text itself as an entry, unless it already is an item. */
export function withCustom(found: readonly ListItem[], all: readonly ListItem[], query: string): readonly ListItem[] {
  const text = query.trim()
  if (!text || all.some((item) => item.value === text || item.label === text)) return found
  return [...found, { value: text, label: `Custom: ${text}` }]
}
