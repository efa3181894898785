import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedName } from './generated-name.ts'

const part = fc.stringMatching(/^[a-z][a-z0-9-]{0,80}$/)

test('a generated name is never too long and ends with six hex digits', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const name = generatedName(parts)
      expect(name.length).toBeLessThanOrEqual(63)
      expect(name).toMatch(/-[0-9a-f]{6}$/)
    }),
  )
})

test('one long part keeps 56 letters, two keep 27 each', () => {
  expect(generatedName(['a'.repeat(99)], '0123ab')).toBe(`${'a'.repeat(56)}-0123ab`)
  expect(generatedName(['a'.repeat(99), 'b'.repeat(99)], '0123ab')).toBe(`${'a'.repeat(27)}-${'b'.repeat(27)}-0123ab`)
})
