import { expect, test } from 'vitest'
import { counted, countOf } from './count.ts'

test('the noun agrees with the number', () => {
  expect([0, 1, 2].map((count) => counted(count, 'route'))).toEqual(['0 routes', '1 route', '2 routes'])
})

test('a plural becomes singular for one', () => {
  expect(
    ['instances', 'loopback addresses', 'deliveries', 'users and groups'].map((nouns) => countOf(1, nouns)),
  ).toEqual(['1 instance', '1 loopback address', '1 delivery', '1 user or group'])
  expect([countOf(0, 'disks'), countOf(1234, 'disks')]).toEqual(['0 disks', '1,234 disks'])
})
