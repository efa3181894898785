// Colored parts of a query.
import { expect, test } from 'vitest'
import { oxqlTokens } from './oxql-tokens.ts'

test('names, operations and literals', () => {
  const kinds = oxqlTokens('get a:b | filter x == "run | get" && timestamp >= @now() - 5m | last 3')
  expect(kinds.filter(({ kind }) => kind !== 'text').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'operation get',
    'name a:b',
    'operation filter',
    'literal "run | get"',
    'literal @now()',
    'literal 5m',
    'operation last',
    'literal 3',
  ])
})

test('nothing is lost, whatever the text', () => {
  const alphabet = [...'get a:_b9|"\\\'@()\n =&é💾']
  for (let seed = 1; seed < 200; seed++) {
    const text = Array.from(
      { length: seed % 40 },
      (_, at) => alphabet[(seed * 31 + at * at * 17) % alphabet.length],
    ).join('')
    expect(
      oxqlTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text)
  }
})
