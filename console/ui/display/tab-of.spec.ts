// Which tab is selected on which page.
import { expect, test } from 'vitest'
import { tabOf } from './tab-of.ts'

const tabs = ['/system/ip-pools', '/system/ip-pools-service', '/system/hosts']

test.each([
  ['/system/ip-pools', 0],
  ['/system/ip-pools/default/edit', 0],
  ['/system/ip-pools-new', 0],
  ['/system/ip-pools-service', 1],
  ['/system/ip-pools-service/ranges-add', 1],
  ['/system/hosts-setup', 2],
  ['/system', -1],
  ['/system/host', -1],
])('%s belongs to tab %d', (pathname, index) => {
  expect(tabOf(tabs, pathname)).toBe(index)
  expect(tabOf(tabs.toReversed(), pathname)).toBe(index < 0 ? index : 2 - index)
})
