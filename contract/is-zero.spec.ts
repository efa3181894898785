// Zeros are recognized wherever a view begins and ends, and a single other byte as well.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isZero } from './is-zero.ts'

const view = fc.record({ before: fc.nat(9), length: fc.nat(99), after: fc.nat(9) })

test('all zeros, whatever is around them', () => {
  fc.assert(
    fc.property(view, ({ before, length, after }) => {
      const bytes = new Uint8Array(before + length + after).fill(1)
      const inside = bytes.subarray(before, before + length).fill(0)
      expect(isZero(inside)).toBe(true)
    }),
  )
})

test('one byte that is not zero, anywhere', () => {
  fc.assert(
    fc.property(view, fc.nat(99), fc.integer({ min: 1, max: 255 }), ({ before, length, after }, at, value) => {
      const bytes = new Uint8Array(before + length + 1 + after)
      const inside = bytes.subarray(before, before + length + 1)
      inside[at % inside.length] = value
      expect(isZero(inside)).toBe(false)
    }),
  )
})
