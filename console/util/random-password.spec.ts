// Generated passwords.
import { expect, test } from 'vitest'
import { MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { randomPassword } from './random-password.ts'

test('they are long, readable and different', () => {
  const made = Array.from({ length: 200 }, () => randomPassword())
  for (const each of made) expect(each).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/)
  expect(made[0]!.length).toBeGreaterThan(MIN_PASSWORD_LENGTH)
  expect(new Set(made).size).toBe(made.length)
})

test('they are as long as a silo asks', () => {
  for (let minimum = 1; minimum <= MAX_MIN_PASSWORD_LENGTH; minimum += 1)
    expect(randomPassword(minimum).length).toBeGreaterThanOrEqual(minimum)
})

test('every character occurs as often as the others', () => {
  const counts = new Map<string, number>()
  for (const letter of Array.from({ length: 2000 }, () => randomPassword())
    .join('')
    .replaceAll('-', ''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(32)
  // 1250 are expected of each; six standard deviations are 210
  for (const count of counts.values()) expect(Math.abs(count - 1250)).toBeLessThan(210)
})
