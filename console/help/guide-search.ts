// Searches the titles and texts of all guides. The texts load with the first letter that is typed.
import { useEffect, useState } from 'react'
import { readGuide } from './guide-text.ts'
import { allGuides, guides, type Guide } from './guides.ts'

export interface FoundGuide {
  guide: Guide
  /** the words around the match; none if it is in the title */
  excerpt?: string
}

const EXCERPT_LENGTH = 60

/** Titles first. */
export function findGuides(texts: ReadonlyMap<Guide, string>, wanted: string): FoundGuide[] {
  const query = wanted.trim().toLowerCase()
  const named = allGuides.filter((guide) => guides[guide].toLowerCase().includes(query))
  const mentioned = allGuides.flatMap((guide): FoundGuide[] => {
    const text = texts.get(guide) ?? ''
    const at = text.toLowerCase().indexOf(query)
    return at < 0 || named.includes(guide) ? [] : [{ guide, excerpt: excerptOf(text, at, query.length) }]
  })
  return [...named.map((guide) => ({ guide })), ...mentioned]
}

function excerptOf(text: string, at: number, length: number): string {
  const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - EXCERPT_LENGTH)) + 1)
  const end = text.indexOf(' ', at + length + EXCERPT_LENGTH)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end < 0 ? undefined : end)}${end < 0 ? '' : ' …'}`
}

/** Undefined while nothing is typed. Until the texts have loaded, only titles are found. */
export function useGuideSearch(text: string): FoundGuide[] | undefined {
  const [texts, setTexts] = useState<ReadonlyMap<Guide, string>>(new Map())
  const isSearching = text.trim() !== ''
  useEffect(() => {
    if (!isSearching) return
    let isGone = false
    void Promise.all(allGuides.map(async (guide) => [guide, plain(await readGuide(guide))] as const)).then(
      (all) => isGone || setTexts(new Map(all)),
    )
    return () => {
      isGone = true
    }
  }, [isSearching])
  return isSearching ? findGuides(texts, text) : undefined
}

const plain = (markup: string) =>
  (new DOMParser().parseFromString(markup, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ')
