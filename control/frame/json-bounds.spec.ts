// Limits that need no parser: they hold before JSON.parse builds a value of that size.
import { expect, test } from 'vitest'
import { textProblem } from './json-bounds.ts'

const keys = (count: number, value = '1') => Array.from({ length: count }, (_, n) => `"k${n}":${value}`).join()

test('an object has at most 4096 keys, wherever it is', () => {
  const problem = 'more than 4096 keys in an object'
  expect(textProblem(`{${keys(4096)}}`)).toBeUndefined()
  expect(textProblem(`{${keys(4097)}}`)).toBe(problem)
  expect(textProblem(`{"a":[{"b":{${keys(4097)}}}]}`)).toBe(problem)
  expect(textProblem(`{"a":{${keys(10)}},${keys(4096)}}`)).toBe(problem)
})

test('keys of other objects, list elements and commas in strings do not count', () => {
  expect(textProblem(`[{${keys(4000)}},{${keys(4000)}}]`)).toBeUndefined()
  expect(textProblem(`{"a":[${'0,'.repeat(5000)}0],"b":"${','.repeat(5000)}"}`)).toBeUndefined()
  expect(textProblem(`{${keys(4096, '{"a":1,"b":[1,2]}')}}`)).toBeUndefined()
})

test('unbalanced brackets are left to the parser', () => {
  expect(textProblem(']]]]{"a":1,')).toBeUndefined()
})
