// Every path and every command named in the documentation exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const ROOMS = [
  'contract',
  'control',
  'drivers',
  'server',
  'preview',
  'console',
  'cli',
  'bin',
  'e2e',
  'bench',
  'build',
  'docs',
  'scripts',
  'packaging',
  '.ci',
]
/** Created by commands, so absent in a fresh clone. */
const MADE = /^(dist|data|node_modules)(\/|$)/

const docs = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  .filter((name) => existsSync(join(here, name)))
  .concat(
    existsSync(join(here, 'docs'))
      ? readdirSync(join(here, 'docs'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.md'))
          .map((name) => join('docs', name))
      : [],
  )

/** Links, and words in backquotes that look like our paths. Placeholders such as <noun> and globs do not count. */
function pathsIn(doc: string): string[] {
  const text = readFileSync(join(here, doc), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .map((link) => join(dirname(doc), link))
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, word = '']) => word.replace(/^\.\//, ''))
    .filter((word) => ROOMS.some((room) => word.startsWith(`${room}/`)) || /^\w+\.spec\.ts$/.test(word))
    .filter((word) => !/[<>*{}…\s]|NNNN/.test(word))
  return [...links, ...quoted].filter((path) => !MADE.test(path))
}

test('there is a README', () => {
  expect(docs).toContain('README.md')
})

test.each(docs)('%s names only what exists', (doc) => {
  expect(pathsIn(doc).filter((path) => !existsSync(join(here, path)))).toEqual([])
})

const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

test.each(docs)('%s names only commands that exist', (doc) => {
  const text = readFileSync(join(here, doc), 'utf8')
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the scrape example names every replica of the documented site', () => {
  const text = readFileSync(join(here, 'docs/operating.md'), 'utf8')
  const replicas = [...text.matchAll(/^ +server \w+ (\S+) check$/gm)].map(([, address]) => address)
  const targets = [...(/targets: \[(.*?)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, target]) => target)
  expect(replicas.length).toBeGreaterThan(1)
  expect(targets).toEqual(replicas)
})

test('every metric that the documentation names exists', () => {
  const source = ['server/metrics.ts', 'server/site-metrics.ts'].map((file) => readFileSync(join(here, file), 'utf8'))
  const known = new Set(
    source.flatMap((text) => [...text.matchAll(/name: '(rackwright_\w+)'/g)].map(([, name]) => name)),
  )
  const named = [...readFileSync(join(here, 'docs/operating.md'), 'utf8').matchAll(/\brackwright_[a-z_]+\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'rackwright_old')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
