import { expect, test } from 'vitest'
import { findGuides } from './guide-search.ts'
import { allGuides, guideGroups, nextGuide } from './guides.ts'

const texts = new Map([
  ['projects' as const, 'A project groups resources. Its floating IPs belong to it, and can be moved.'],
  ['floating-ips' as const, 'An address outside.'],
])

test('titles come before texts, which show the words around the match', () => {
  expect(findGuides(texts, ' Floating ')).toEqual([
    { guide: 'floating-ips' },
    { guide: 'projects', excerpt: 'A project groups resources. Its floating IPs belong to it, and can be moved.' },
  ])
  expect(findGuides(texts, 'no such word')).toEqual([])
})

test('a long text is cut at words', () => {
  const long = new Map([['projects' as const, `${'before '.repeat(40)}here${' after'.repeat(40)}`]])
  expect(findGuides(long, 'here')[0]?.excerpt).toMatch(/^… (before )+here( after)+ …$/)
})

test('the next guide follows the order of the groups', () => {
  expect(nextGuide('command-line')).toBe('instances')
  expect(nextGuide(allGuides.at(-1)!)).toBeUndefined()
  expect(allGuides).toHaveLength(Object.values(guideGroups).flatMap((group) => Object.keys(group)).length)
})
