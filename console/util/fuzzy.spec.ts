import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzy } from './fuzzy.ts'

test('a start beats a part, a part beats scattered letters', () => {
  const scores = [fuzzy('Projects', 'pro'), fuzzy('New project', 'pro'), fuzzy('Policy roles', 'pro')]
  expect(scores).toEqual([...scores].sort((one, other) => Number(one) - Number(other)))
  expect(fuzzy('Projects', 'xyz')).toBeUndefined()
})

test('any letters of a label, in order, match it', () => {
  fc.assert(
    fc.property(fc.string(), fc.func(fc.boolean()), (label, pick) => {
      const part = [...label].filter((letter) => pick(letter)).join('')
      // case folding may change how many letters there are
      fc.pre(label.toLowerCase().length === label.length)
      expect(fuzzy(label, part)).toBeDefined()
    }),
  )
})
