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
  ['^\\(?a[(?i)]$', '(ai', true],
])('%s in %s: %s', (source, text, expected) => {
  expect(compilePattern(source).test(text)).toBe(expected)
})

test.each([
  ['(', 'missing closing )'],
  [')', 'unexpected )'],
  ['[a', 'missing closing ] at `[a`'],
  ['[z-a]', 'invalid character class range at `z-a`'],
  ['a{3,2}', 'invalid repeat count'],
  ['*', 'missing argument to repetition operator at `*`'],
  ['a+*', 'invalid nested repetition operator'],
  ['(?=a)', 'only `(?:` is supported'],
  ['a(?i)b', 'only `(?:` is supported'],
  ['(?P<n>a)', 'only `(?:` is supported'],
  ['\\1', 'invalid escape sequence at `\\1`'],
  ['\\pL', 'invalid escape sequence'],
  ['a\\', 'trailing backslash'],
  ['x'.repeat(257), 'longer than 256 characters'],
  ['(a{99}){99}', 'too large'],
  ['((){999}){999}', 'too large'],
  [`(${'a'.repeat(200)}){1000}`, 'too large'],
  ['('.repeat(100), 'missing closing )'],
])('%s is refused', (source, reason) => {
  expect(() => compilePattern(source)).toThrow(`Invalid regular expression "${source}": `)
  expect(() => compilePattern(source)).toThrow(reason)
})

test.each([
  String.raw`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
  String.raw`^(?:\d{1,3}\.){3}\d{1,3}$`,
  String.raw`^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$`,
  `^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
])('%s is not too large', (source) => {
  expect(() => compilePattern(source)).not.toThrow()
})

test('patterns with catastrophic backtracking elsewhere finish', () => {
  const text = `${'a'.repeat(250)}b`
  for (const source of [
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x$',
    `^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
  ])
    expect(compilePattern(source).test(text)).toBe(false)
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
    { numRuns: 1000 },
  )
})
