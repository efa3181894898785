// Patterns match like JavaScript's regular expressions, in time linear in the text.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'

test.each([
  ['', 'anything', true],
  ['a', 'cat', true],
  ['^a', 'cat', false],
  ['t$', 'cat', true],
  ['^c.t$', 'cat', true],
  ['^c.t$', 'c\nt', false],
  ['^(cat|dog)s?$', 'dogs', true],
  ['^(?:cat|dog){2}$', 'catdog', true],
  ['^a{2,3}$', 'aaaa', false],
  ['^a{2,}$', 'aaaa', true],
  ['^[^a-c]+$', 'xyz', true],
  ['^[a\\-z]+$', '-az', true],
  ['^[]a]$', 'a', true],
  ['\\bcat\\b', 'a cat.', true],
  ['\\bcat\\b', 'concat', false],
  ['\\Bcat', 'concat', true],
  ['^\\d+\\.\\w*\\s\\S$', '12.ab c', true],
  ['a{', 'a{', true],
  ['^a*?b+?$', 'aab', true],
  ['(|a)+b', 'aab', true],
  ['é', 'café', true],
  ['^.$', '😀', true],
])('%s in %s: %s', (source, text, expected) => {
  expect(compilePattern(source).test(text)).toBe(expected)
})

test.each([
  ['(', 'a group is not closed'],
  [')', 'closes a group that is not open'],
  ['[a', 'a set of characters is not closed'],
  ['[z-a]', 'wrong order'],
  ['a{3,2}', 'wrong order'],
  ['*', 'nothing before `*` to repeat'],
  ['a+*', 'a repetition follows another'],
  ['(?=a)', 'only `(?:` is supported'],
  ['\\1', '`\\1` is not supported'],
  ['a\\', 'ends with a backslash'],
  ['x'.repeat(257), 'longer than 256 characters'],
  ['(a{99}){99}', 'too large'],
  ['('.repeat(100), 'nested more than'],
])('%s is refused', (source, reason) => {
  expect(() => compilePattern(source)).toThrow(reason)
})

test('patterns with catastrophic backtracking elsewhere finish', () => {
  const text = `${'a'.repeat(1000)}b`
  for (const source of [
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x$',
    `^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
  ])
    expect(compilePattern(source).test(text)).toBe(false)
  expect(() => compilePattern('(((){999}){999}){999}')).not.toThrow()
})

test('matches like JavaScript', () => {
  const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\w', '(a|bc)', '(?:ab)?', '^', '$', '\\b')
  const piece = fc.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}')).map(([each, times]) =>
    // only JavaScript allows repeating anchors
    /^(\^|\$|\\b|.*\?)$/.test(each) ? each : each + times,
  )
  const source = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(source, fc.stringMatching(/^[abc1 ]{0,8}$/), (pattern, text) => {
      expect(compilePattern(pattern).test(text)).toBe(new RegExp(pattern, 'u').test(text))
    }),
    { numRuns: 2000 },
  )
})
