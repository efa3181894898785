// The letters of a device's code: what typing and pasting keeps.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOf, emptyBoxes, lettersOf, paste, put } from './code.ts'

test('only letters count, and they are upper case', () => {
  expect(lettersOf('ab1-ü c')).toEqual(['A', 'B', 'C'])
})

test('a code pasted with its dash fills all boxes', () => {
  expect(codeOf(paste(emptyBoxes, ' bcdf-ghjk\n'))).toBe('BCDF-GHJK')
})

test('pasting fills only the boxes that are empty', () => {
  const typed = put(put(emptyBoxes, 0, 'X'), 2, 'Y')
  expect(paste(typed, 'abc')).toEqual(['X', 'A', 'Y', 'B', 'C', '', '', ''])
})

test('extra letters are dropped', () => {
  expect(codeOf(paste(emptyBoxes, 'ABCDEFGHIJ'))).toBe('ABCD-EFGH')
})

test('no code while a letter is missing', () => {
  expect(codeOf(paste(emptyBoxes, 'ABCDEFG'))).toBeUndefined()
})

test('any paste leaves at most eight upper-case letters, and a full code has its dash after the fourth', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const letters = text
        .replaceAll(/[^a-z]/gi, '')
        .toUpperCase()
        .slice(0, 8)
      expect(paste(emptyBoxes, text).join('')).toBe(letters)
      const whole = letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined
      expect(codeOf(paste(emptyBoxes, text))).toBe(whole)
    }),
  )
})
