import { expect, test } from 'vitest'
import { ranked, rankOf } from './palette-rank.ts'

test('exact, then prefix, then start of a word, then anywhere, then letters in order', () => {
  const labels = ['xweb', 'my-web', 'web-1', 'web', 'wide body']
  const order = labels.toSorted((one, other) => rankOf(one, 'web')! - rankOf(other, 'web')!)
  expect(order).toEqual(['web', 'web-1', 'my-web', 'xweb', 'wide body'])
  expect(rankOf('disk', 'web')).toBeUndefined()
})

test('results rank across groups, independent of arrival, and do not repeat', () => {
  const items = [
    { label: 'web-backup', group: 'Snapshots', to: '/s' },
    { label: 'web', group: 'Projects', to: '/p' },
    { label: 'web', group: 'Go to project', to: '/p' },
    { label: 'web-1', group: 'Instances', to: '/i' },
  ]
  const names = (given: typeof items) => ranked(given, 'web').map(({ label }) => label)
  expect(names(items)).toEqual(['web', 'web-1', 'web-backup'])
  expect(names(items.toReversed())).toEqual(['web', 'web-1', 'web-backup'])
})

test('an item is found by its other name', () => {
  const items = [{ label: 'Reboot web-1', also: 'Restart web-1' }, { label: 'Stop web-1' }]
  expect(ranked(items, 'restart web-1')).toEqual([items[0]])
  expect(ranked(items, 'reboot')).toEqual([items[0]])
})
