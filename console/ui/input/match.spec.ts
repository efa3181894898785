// The combobox's filter.
import { expect, test } from 'vitest'
import { matches, neighbor, withCustom } from './match.ts'

test('spaces and case are ignored', () => {
  expect(matches('Debian 12 (amd64)', 'debian12')).toBe(true)
  expect(matches('db-1', 'D B')).toBe(true)
  expect(matches('db-1', 'web')).toBe(false)
  expect(matches('db-1', '  ')).toBe(true)
})

test('custom text is offered once, and not when it names an item', () => {
  const items = [{ value: 'a', label: 'Alpha' }]
  expect(withCustom([], items, ' beta ')).toEqual([{ value: 'beta', label: 'Custom: beta' }])
  expect(withCustom(items, items, 'Alpha')).toEqual(items)
  expect(withCustom(items, items, '')).toEqual(items)
})

test('arrow keys skip disabled items and go around', () => {
  const items = ['a', 'b', 'c'].map((value) => ({ value, label: value, disabled: value === 'b' }))
  expect(neighbor(items, undefined, 1)?.value).toBe('a')
  expect(neighbor(items, undefined, -1)?.value).toBe('c')
  expect(neighbor(items, 'a', 1)?.value).toBe('c')
  expect(neighbor(items, 'c', 1)?.value).toBe('a')
  expect(neighbor(items, 'a', -1)?.value).toBe('c')
  expect(neighbor([], 'a', 1)).toBeUndefined()
})
