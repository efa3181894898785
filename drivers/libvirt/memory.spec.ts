// How much memory a guest uses, from what libvirt says of its balloon.
import { expect, test } from 'vitest'
import { memoryUse } from './statistics.ts'

test('counts what the guest could free as free', () => {
  const text = 'actual 1048576\nunused 400000\navailable 1000000\nusable 700000\nlast_update 1700000000\nrss 300000\n'
  expect(memoryUse(text)).toEqual({ used: 300_000 * 1024, total: 1_000_000 * 1024 })
})

test('uses what is unused where the guest does not say what it could free', () => {
  expect(memoryUse('available 1000\nunused 400\n')).toEqual({ used: 600 * 1024, total: 1000 * 1024 })
})

test('is unknown while the balloon has not told', () => {
  expect(memoryUse('actual 1048576\nlast_update 0\nrss 300000\n')).toBeUndefined()
})
