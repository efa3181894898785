import { expect, test } from 'vitest'
import { parseWhole } from './whole-number.ts'

const parse = (text: string) => parseWhole(text, { negative: false })

test('reads whole numbers, full-width digits included', () => {
  expect([parse('12'), parse(' 7 '), parse('１２')]).toEqual([12, 7, 12])
  expect(parseWhole('-3', { negative: true })).toBe(-3)
})

test('an empty text is not a number yet', () => {
  expect(parse('')).toBeNaN()
  expect(parseWhole('-', { negative: true })).toBeNaN()
})

test.each(['12.5', '12,5', '1e3', '1 000', '-3', '0x10', 'ten'])('%s is not a whole number', (text) => {
  expect(parse(text)).toBeUndefined()
})
