// A real shell reads what is quoted.
import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellLine } from './quote.ts'

const readBack = (parts: readonly string[]) =>
  execFileSync('sh', ['-c', shellLine(['printf', '%s\\0', ...parts])], { encoding: 'utf8' })

const nasty = fc.string({
  unit: fc.constantFrom(
    "'",
    '"',
    '\\',
    '$',
    '`',
    ' ',
    '\n',
    '\t',
    ';',
    '&',
    '|',
    '*',
    '?',
    '~',
    '!',
    '-',
    'a',
    'é',
    '\r',
  ),
})

test('a shell gets back what was quoted, whatever it is', () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 1 }), (parts) => {
      expect(readBack(parts)).toBe(parts.map((part) => `${part}\0`).join(''))
    }),
    { numRuns: 60 },
  )
})

test('nothing is expanded, run or redirected', () => {
  const parts = ['$(touch /tmp/x)', '`id`', '> /dev/null', "it's", '', '-n', '$HOME', '"; exit 1; "']
  expect(readBack(parts).split('\0').slice(0, -1)).toEqual(parts)
})

test('a zero byte is refused, because it would cut the command off', () => {
  expect(() => shellLine(['echo', 'a\0b'])).toThrow('zero byte')
  expect(() => shellLine([])).toThrow('no command')
})
