// The order of palette results: exact matches first, whatever their kind and whenever they arrived.
import { fuzzy } from '../util/fuzzy.ts'
import type { PaletteItem } from './palette.ts'

const MAX_RESULTS = 40

/** Lower is better; undefined if the text does not match. */
export function rankOf(label: string, text: string): number | undefined {
  const name = label.toLowerCase()
  const wanted = text.trim().toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const at = name.indexOf(wanted)
  if (at > 0) return /[\s-]/.test(name.charAt(at - 1)) ? 2 : 3
  const score = fuzzy(label, text)
  return score === undefined ? undefined : 4 + score
}

/** One list, best first, each result once. */
export function ranked(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const matching = items.flatMap((item) => {
    const ranks = [item.label, item.also ?? item.label].flatMap((label) => rankOf(label, text) ?? [])
    const rank = item.isMatch ? 0 : ranks.toSorted((one, other) => one - other)[0]
    return rank === undefined ? [] : [{ item, rank }]
  })
  const sorted = matching.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      one.item.label.length - other.item.label.length ||
      nameOf(one.item).localeCompare(nameOf(other.item)),
  )
  // the current page may register items that the search also finds
  const once = new Map(sorted.toReversed().map(({ item }) => [keyOf(item), item]))
  return [...once.values()].toReversed().slice(0, MAX_RESULTS)
}

const nameOf = ({ label, group = '', detail = '' }: PaletteItem) => `${label} ${group} ${detail}`
const keyOf = (item: PaletteItem) => (item.to ? `${item.label} ${item.to}` : nameOf(item))
