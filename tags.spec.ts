// Tags of browser tests: what the preview cannot do is tagged @server, because a test would otherwise fail only with `npm test -- --all`;
// and one test of each file is tagged @core, because a file without one would be left out of `npm test`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'e2e/specs')

/** The preview has no requests to intercept, no address that others can call, and a world of its own in each browser. */
const SERVER_ONLY = [
  /\.route\(\s*['"`/](\*\*)?\\?\/(v1|rackwright)\b/,
  /\brequest\.\w+\(\s*`\$\{baseURL\}\/(v1|rackwright)\b/,
  /async \(\{[^}]*\bbrowser\b/,
]
const needsServer = (text: string) => SERVER_ONLY.some((pattern) => pattern.test(text))
/** Tests tagged @both run in the preview anyway, and others look at their host. */
const NEEDS_NO_TAG = /@(server|preview|both)\b|\bhost === '(server|preview)'/

/** Tests that are neither tagged themselves nor in a tagged group. */
function untagged(file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const found: string[] = []
  const groups: string[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  new Visitor({
    CallExpression(call) {
      const callee = textOf(call.callee)
      const last = call.arguments.at(-1)
      if (!last || !/^test(\.describe)?$/.test(callee)) return
      if (callee !== 'test') return void groups.push(text.slice(call.start, last.start))
      if (needsServer(textOf(call)) && !NEEDS_NO_TAG.test([...groups, textOf(call)].join())) {
        found.push(`${file}: ${textOf(call.arguments[0]!)}`)
      }
    },
    'CallExpression:exit'(call) {
      if (textOf(call.callee) === 'test.describe') groups.pop()
    },
  }).visit(parseSync(file, text).program)
  return found
}

test('browser tests that need a server are tagged @server', () => {
  const files = readdirSync(folder).filter((file) => needsServer(readFileSync(join(folder, file), 'utf8')))
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap(untagged)).toEqual([])
})

/** How many tests of a file `npm test` runs. A test in a loop counts once. */
function coreTests(file: string): number {
  const text = readFileSync(join(folder, file), 'utf8')
  let count = 0
  new Visitor({
    CallExpression({ callee, arguments: [title, options] }) {
      if (text.slice(callee.start, callee.end) !== 'test' || !title || !options) return
      const tags = /Function/.test(options.type) ? title : { start: title.start, end: options.end }
      if (/@core\b/.test(text.slice(tags.start, tags.end))) count++
    },
  }).visit(parseSync(file, text).program)
  return count
}

test('one test of each file is tagged @core, except in the tour of every page and on real machines', () => {
  const wrong = readdirSync(folder)
    .filter((file) => !/@tour\b|\/testing\/daemon\.ts'/.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `${file}: ${coreTests(file)}`)
    .filter((line) => !line.endsWith(': 1'))
  expect(wrong).toEqual([])
})
