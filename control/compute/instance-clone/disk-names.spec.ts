// Names of cloned disks: valid, free, distinct and in the order of the originals.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Name } from '#contract/values.ts'
import { diskNames } from './disk-names.ts'

const isFree = () => false
const name = fc.stringMatching(/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/)

describe('names of cloned disks', () => {
  test('replace the name of the instance, or put the new one in front', () => {
    expect(diskNames({ source: 'web', target: 'web-2', disks: ['web-boot', 'web-data'], isTaken: isFree })).toEqual([
      'web-2-boot',
      'web-2-data',
    ])
    expect(diskNames({ source: 'web', target: 'new', disks: ['web-boot', 'data'], isTaken: isFree })).toEqual([
      'new-web-boot',
      'new-data',
    ])
  })

  test('get a number if they are taken', () => {
    const taken = ['new-boot', 'new-2-boot']
    const naming = { source: 'web', target: 'new', disks: ['boot'], isTaken: (one: string) => taken.includes(one) }
    expect(diskNames(naming)).toEqual(['new-3-boot'])
  })

  test('are always valid, free and distinct, and sorted as before', () => {
    const disks = fc.uniqueArray(name, { minLength: 1, maxLength: 12 }).map((all) => all.toSorted())
    fc.assert(
      fc.property(name, name, disks, fc.nat(3), (source, target, originals, rounds) => {
        const taken = new Set<string>()
        for (let round = 0; round <= rounds; round++) {
          const names = diskNames({ source, target, disks: originals, isTaken: (one) => taken.has(one) })
          expect(names.every((one) => Name.safeParse(one).success)).toBe(true)
          expect(new Set(names).size).toBe(originals.length)
          expect(names).toEqual(names.toSorted())
          expect(names.some((one) => taken.has(one))).toBe(false)
          for (const one of names) taken.add(one)
        }
      }),
    )
  })
})
