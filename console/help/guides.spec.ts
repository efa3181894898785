// Every link to a guide works, and every guide is linked from a page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { topics } from './docs-topics.lazy.tsx'
import { guides, isGuide } from './guides.ts'

const folder = join(import.meta.dirname, '../../docs/guides')
const written = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))
const read = (guide: string) => readFileSync(join(folder, `${guide}.md`), 'utf8')

test('the table lists the existing guides', () => {
  expect(Object.keys(guides).sort()).toEqual(written.sort())
  expect(isGuide('constructor')).toBe(false)
})

test('every guide is linked from a page', () => {
  const named = new Set(Object.values(topics).flatMap((topic): readonly string[] => topic.guides))
  expect([...named].sort()).toEqual(written.sort())
})

test.each(Object.entries(guides))('%s has its name as heading and is short', (guide, title) => {
  const text = read(guide)
  expect(text.split('\n', 1)[0]).toBe(`# ${title}`)
  const words = text.replaceAll(/!\[.*?\]\(.*?\)/g, '').split(/\s+/).length
  expect(words).toBeGreaterThan(80)
  // the command line has no page that shows the rest
  expect(words).toBeLessThan(guide === 'command-line' ? 400 : 270)
})
