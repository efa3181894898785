// The rule for passwords that people choose: what it refuses, and what it lets pass.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { passwordProblem } from './password-rule.ts'

const COMMON = 'the password is too common; choose one that others do not use'
const SHORT = 'the password must have at least 12 characters'

describe('a password is refused', () => {
  test.each(['', 'short', 'Tr0ub4dor&3', '🐴🔋🖇️🐴🔋'])('if it is short: %s', (password) => {
    expect(passwordProblem(password, 'ada')).toBe(SHORT)
  })

  test.each([
    'password1234',
    'Password2024!',
    'P@ssw0rd1234',
    '!!!Password!!!',
    'passwordpassword',
    'passwordPassword1',
    'Password-Password',
    'aaaaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    '012345678901',
    'abcdefghijkl',
    'lkjhgfdsapoiu',
    'qwertyuiop123',
    '1qaz2wsx3edc4',
    'qwerty123456',
    'iloveyou12345',
    'sunshine-princess',
    'Administrator1',
    'Rackwright2026',
    'correct horse battery staple',
    'Winter2026!!!',
    'ada-lovelace-1815',
  ])('if it is common: %s', (password) => {
    expect(passwordProblem(password, 'ada-lovelace-1815')).toBe(COMMON)
  })
})

test.each([
  'correct horse',
  'kept from version to version',
  'dragon winter sunshine coffee',
  'tall-giraffe-eats-late',
  'x7#kQ9!mZp2w',
  'Zwölf Boxkämpfer jagen',
  '一二三四五六七八九十百千',
])('a password passes that is long and not common: %s', (password) => {
  expect(passwordProblem(password, 'ada')).toBeUndefined()
})

test('a name with digits after it is refused only for its own user', () => {
  expect(passwordProblem('Montgomery-1234', 'montgomery')).toBe(COMMON)
  expect(passwordProblem('Montgomery-1234', 'ada')).toBeUndefined()
})

test('whatever is added to a common word by habit does not help', () => {
  const word = fc.constantFrom(...[...COMMON_PASSWORDS].filter((each) => /^[a-z]+$/.test(each)))
  const added = fc.stringMatching(/^[0-9!?._-]{9,14}$/)
  fc.assert(
    fc.property(word, added, fc.boolean(), fc.boolean(), (base, more, isFirst, isCapital) => {
      const cased = isCapital ? base.charAt(0).toUpperCase() + base.slice(1) : base
      expect(passwordProblem(isFirst ? more + cased : cased + more, 'ada')).toBe(COMMON)
    }),
  )
})

test('random passwords pass', () => {
  const characters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  fc.assert(
    fc.property(fc.array(characters, { minLength: 20, maxLength: 60 }), (parts) => {
      fc.pre(new Set(parts).size >= 12)
      expect(passwordProblem(parts.join(''), 'ada')).toBeUndefined()
    }),
  )
})
