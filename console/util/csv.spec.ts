import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('cells with commas, quotes and lines are quoted', () => {
  expect(csv([['a', 'b,c', 'd"e', 'f\ng']])).toBe('a,"b,c","d""e","f\ng"\r\n')
})

test('no cell can be a spreadsheet formula', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'=+-@\t\r\n＝＋－＠'), fc.string(), (first, rest) => {
      expect(csv([[first + rest]])).toMatch(/^"?'/)
    }),
  )
})
