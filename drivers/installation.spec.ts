import { assert, boolean, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { standingOf } from './installation.ts'
import { standingOfDomain } from './libvirt/owner.ts'

const installation = record({ id: constantFrom('one', 'two', 'three'), epoch: integer({ min: 0, max: 3 }) })
const mark = option(installation, { nil: undefined })
const touches = (standing: string) => standing === 'ours' || standing === 'unclaimed'

test('what has the mark of another installation is never ours', () => {
  assert(
    property(installation, mark, boolean(), (own, found, isKnown) => {
      const standing = standingOf(own, found, isKnown)
      if (found && found.id !== own.id) expect(['taken_over', 'foreign']).toContain(standing)
    }),
  )
})

test('what our database does not know is ours only with our mark', () => {
  assert(
    property(installation, mark, (own, found) => {
      expect(standingOf(own, found, false)).toBe(found?.id === own.id && found.epoch <= own.epoch ? 'ours' : 'foreign')
    }),
  )
})

test('what was taken over is not ours, even with our mark', () => {
  assert(
    property(installation, installation, boolean(), (own, found, isKnown) => {
      const isHigher = found.epoch > own.epoch
      expect(standingOf(own, found, isKnown) === 'taken_over').toBe(isHigher && isKnown)
      if (isHigher) expect(standingOf(own, found, isKnown)).not.toBe('ours')
    }),
  )
})

test('of two installations, at most one may touch something', () => {
  assert(
    property(installation, installation, installation, boolean(), boolean(), (one, other, found, first, second) => {
      if (one.id === other.id) return
      expect(touches(standingOf(one, found, first)) && touches(standingOf(other, found, second))).toBe(false)
    }),
  )
})

test('a domain whose disks are elsewhere is not ours, whatever its mark', () => {
  assert(
    property(installation, mark, boolean(), (own, found, isKnown) => {
      expect(['taken_over', 'foreign']).toContain(standingOfDomain(own, found, isKnown, false))
      expect(standingOfDomain(own, found, isKnown, true)).toBe(standingOf(own, found, isKnown))
    }),
  )
})
