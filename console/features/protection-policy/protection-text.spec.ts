// The backup targets that a policy can have.
import { expect, test } from 'vitest'
import { targetItems } from './protection-text.ts'

const labels = (current: string | null) => targetItems([{ id: 't1', name: 'tapes' }], current).map(({ label }) => label)

test('a target that the silo no longer has is shown, so that none can be chosen instead', () => {
  expect(labels(null)).toEqual(['None', 'tapes'])
  expect(labels('t1')).toEqual(['None', 'tapes'])
  expect(labels('t2')).toEqual(['None', 'A target this silo no longer has', 'tapes'])
})
