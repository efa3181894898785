import { expect, test } from 'vitest'
import { compareVersions } from './versions.ts'

test('versions sort by the rules of semantic versioning', () => {
  const sorted = [
    '0.9.0',
    '1.0.0-1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.10',
    '1.2.0',
    '10.0.0',
  ]
  for (const [i, a] of sorted.entries())
    for (const [j, b] of sorted.entries())
      expect(Math.sign(compareVersions(a, b)), `${a} and ${b}`).toBe(Math.sign(i - j))
  expect(compareVersions('1.0.0+build.7', '1.0.0')).toBe(0)
})
