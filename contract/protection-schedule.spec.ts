// Patterns of names against a plain regular expression.
import { test } from 'vitest'
import * as fc from 'fast-check'
import { matchesName } from './protection-schedule.ts'

test('a pattern matches as a regular expression would', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '-', '*'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(pattern, word, (given, name) => {
      const expected = new RegExp(`^${given.replaceAll('*', '.*')}$`).test(name)
      return matchesName(given, name) === expected
    }),
    { numRuns: 2000 },
  )
})
