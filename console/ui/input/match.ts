// How a typed text finds items: spaces and case do not count, the order of the list is kept.
import type { ListItem } from './listbox.tsx'

const bare = (text: string) => text.replaceAll(/\s+/g, '').toLocaleLowerCase()

export const matches = (label: string, query: string): boolean => bare(label).includes(bare(query))

/** Offers the text itself, unless it already is an item. */
export function withCustom(found: readonly ListItem[], all: readonly ListItem[], query: string): readonly ListItem[] {
  const text = query.trim()
  if (!text || all.some((item) => item.value === text || item.label === text)) return found
  return [...found, { value: text, label: `Custom: ${text}` }]
}
