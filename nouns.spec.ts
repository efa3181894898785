// docs/adding-a-resource.md is true: it names every file of its example, and every line about it in other files.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { additions } from '#contract/additions.ts'

const NOUN = 'network_map'
const AREA = 'network/network-map'
const KEBAB = 'network-map'
/** In snake, camel, Pascal and kebab case. */
const MENTION = /network[_-]?map/i

const here = import.meta.dirname
const read = (file: string) => readFileSync(join(here, file), 'utf8')
const doc = read('docs/adding-a-resource.md')

const ROOMS = ['contract', 'control', 'drivers', 'server', 'cli', 'preview', 'console', 'e2e']
const sources = ROOMS.flatMap((room) =>
  readdirSync(join(here, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(room, name.replaceAll('\\', '/'))),
)
const isItsOwn = (file: string) => file.split('/').some((part) => part.startsWith(KEBAB))

/** List items that begin with a path: `1. ` for a file of the noun, `- ` for lines in another file. */
const items = [...doc.matchAll(/^(\d\.|-) `([^`]+)`: (.*)/gm)].map(([, mark, path = '', text = '']) => ({
  path: path.replace('<area>', AREA).replaceAll('<noun>', KEBAB),
  text,
  isFile: mark !== '-',
}))

test('the document names every file of the noun', () => {
  const named = items.filter(({ path, isFile }) => isFile && !path.startsWith('control/db/')).map(({ path }) => path)
  expect(sources.filter((file) => posix.basename(file).startsWith(KEBAB)).sort()).toEqual(named.sort())
})

test('the document names every line about the noun in other files', () => {
  const counts = new Map<string, number>()
  for (const file of sources.filter((file) => !isItsOwn(file) && !/\.spec\.tsx?$/.test(file))) {
    const lines = read(file)
      .split('\n')
      .filter((line) => MENTION.test(line))
    if (lines.length > 0) counts.set(file, lines.length)
  }
  const operations = Object.keys(additions[NOUN]).length
  const lines = (text: string) => (text.startsWith('one line') ? 1 : text.startsWith('two lines') ? 2 : 1 + operations)
  const named = items.filter(({ isFile }) => !isFile).map(({ path, text }) => [path, lines(text)] as const)
  expect(counts).toEqual(new Map(named))
})
