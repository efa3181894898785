import { expect, test } from 'vitest'
import { defaultLifetime, lifetimes, lifetimeText } from './token-lifetimes.ts'

const labels = (limit: number | null) => lifetimes(limit).map(({ label }) => label)

test('offers lifetimes below the limit, and the limit itself', () => {
  expect(labels(null)).toEqual(['1 day', '7 days', '30 days', '90 days', '365 days', 'Never'])
  expect(labels(30 * 86_400)).toEqual(['1 day', '7 days', '30 days (silo limit)'])
  expect(labels(3600)).toEqual(['1 hour (silo limit)'])
})

test('starts with thirty days, if the limit allows', () => {
  expect(defaultLifetime(null)).toBe('2592000')
  for (const limit of [30 * 86_400, 3600]) expect(lifetimes(limit).at(-1)!.value).toBe(defaultLifetime(limit))
})

test.each([
  [90_000, '25 hours'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [86_400, '1 day'],
])('%d seconds are %s', (seconds, text) => expect(lifetimeText(seconds)).toBe(text))
