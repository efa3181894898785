import { expect, test } from 'vitest'
import type { Query } from '../api.ts'
import type { PageArgs, PageOf } from '../queries.ts'
import { countText, filterRows, sortOf, sortRows, sortText } from './rows.ts'
import { fetchWhole, MAX_ROWS } from './whole-list.ts'

interface Row {
  name: string
  size: number
}
const columns = [
  { id: 'name', text: ({ name }: Row) => name },
  { id: 'size', text: ({ size }: Row) => `${size} GiB`, value: ({ size }: Row) => size },
]
const rows = [
  { name: 'disk-10', size: 9 },
  { name: 'disk-9', size: 10 },
  { name: 'Backup', size: 1000 },
]
const names = (found: Row[]) => found.map(({ name }) => name)

test('a filter matches the text of any column', () => {
  expect(names(filterRows(rows, columns, ' back '))).toEqual(['Backup'])
  expect(names(filterRows(rows, columns, '10 gib'))).toEqual(['disk-9'])
  expect(filterRows(rows, columns, '')).toHaveLength(3)
})

test('a filter matches labels: a whole one, or a key', () => {
  const labels: Record<string, string[]> = { 'disk-9': ['env=prod', 'web'], 'disk-10': ['env=test'] }
  const found = (filter: string) => names(filterRows(rows, columns, filter, ({ name }) => labels[name] ?? []))
  expect(found('label:web')).toEqual(['disk-9'])
  expect(found('label:env=prod')).toEqual(['disk-9'])
  expect(found('LABEL:env')).toEqual(['disk-10', 'disk-9'])
  expect(found('label:env label:web')).toEqual(['disk-9'])
  expect(found('label:env 9 gib')).toEqual(['disk-10'])
  expect(found('label:prod')).toEqual([])
})

test('numbers sort as numbers, in any column and both directions', () => {
  expect(names(sortRows(rows, columns, { column: 'name', direction: 'ascending' }))).toEqual([
    'Backup',
    'disk-9',
    'disk-10',
  ])
  expect(names(sortRows(rows, columns, { column: 'size', direction: 'descending' }))).toEqual([
    'Backup',
    'disk-9',
    'disk-10',
  ])
})

/** A list with this many rows, in pages of the limit. */
const listOf =
  (count: number) =>
  ({ limit = 25, pageToken = '0' }: PageArgs = {}): Query<PageOf<number>> => ({
    key: ['project_list', {}],
    fetch: () => {
      const from = Number(pageToken)
      const items = Array.from({ length: Math.min(limit, count - from) }, (_, index) => from + index)
      return Promise.resolve({ items, nextPage: items.length === limit ? String(from + limit) : null })
    },
  })

test('the whole list is loaded page by page, up to a limit', async () => {
  const { signal } = new AbortController()
  expect(await fetchWhole(listOf(2300), signal)).toMatchObject({ isComplete: true, items: { length: 2300 } })
  expect(await fetchWhole(listOf(9000), signal)).toMatchObject({ isComplete: false, items: { length: MAX_ROWS } })
})

test('the count says when there are more rows than were loaded', () => {
  expect(countText('disks', 1000, true, undefined)).toBe('1,000 disks')
  expect(countText('disks', 1001, false, undefined)).toBe('more than 1,000 disks')
  expect(countText('disks', 1234, true, 1)).toBe('1 of more than 1,000')
  expect(countText('disks', 5000, false, 3)).toBe('3 of the first 5,000')
  expect(countText('disks', 8, true, 2)).toBe('2 of 8')
})

test('keeps the sort as text for the address', () => {
  const columns = [{ id: 'name' }, { id: 'tags', sortable: false }]
  for (const direction of ['ascending', 'descending'] as const) {
    const sort = { column: 'name', direction }
    expect(sortOf(sortText(sort), columns)).toEqual(sort)
  }
  expect(sortOf('', columns)).toBeUndefined()
  expect(sortOf('-tags', columns)).toBeUndefined()
  expect(sortOf('--name', columns)).toBeUndefined()
})
