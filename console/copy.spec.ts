// UI copy keeps its style: labels, titles and guides in sentence case, and "everyone" instead of "everybody".
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Fixed by the specification, or names. */
const KEPT = [
  'Device Authentication',
  'Not Found',
  'Bad Request',
  'Method Not Allowed',
  'Unexpected Application Error',
  'Single Logout (SLO) URL',
  'Add an interface or select None',
  'Inter Variable',
  'JetBrains Mono Variable',
  'OpenID Connect',
  'OpenID Connect provider',
  'New OpenID Connect provider',
  'Create OpenID Connect provider',
]

const LABEL = /(['"`])(?<quoted>[A-Z]\w+(?: [\w()-]+)+)\1|>\s*(?<text>[A-Z]\w+(?: [\w()-]+)+)\s*</g
/** A capitalized word after the first; acronyms and names such as OxQL have a capital inside. */
const TITLE_CASE = / \(?[A-Z][a-z]+\b/

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\./.test(file))
  .map((file) => ({ file, text: readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replaceAll(/\/\/.*/g, '') }))

test('labels and titles are in sentence case', () => {
  const found = files.flatMap(({ text }) =>
    [...text.matchAll(LABEL)].map(({ groups }) => groups!.quoted ?? groups!.text!),
  )
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter((label) => TITLE_CASE.test(label) && !KEPT.includes(label))).toEqual([])
})

test('nobody is called "everybody"', () => {
  const found = files.filter(({ text }) => /\b(?:every|some|any)body\b/i.test(text))
  expect(found.map(({ file }) => file)).toEqual([])
})
