// Reads, and the changes that make them stale.
import { beforeEach, expect, test } from 'vitest'
import type { Noun } from '#contract/operations.ts'
import { prefetch, query } from './api.ts'
import { changed, queryClient } from './cache.ts'
import { host } from './host.ts'

beforeEach(() => queryClient.clear())

const isStale = () => queryClient.getQueryState(query('support_bundle_list').key)?.isInvalidated

/** Loads a read while its noun changes. */
async function loadDuring(noun: Noun): Promise<void> {
  host.fetch = async () => {
    changed([noun])
    return Response.json({ items: [] })
  }
  await prefetch(query('support_bundle_list'))
}

test('a change during the fetch makes the read stale', async () => {
  await loadDuring('support_bundle')
  expect(isStale()).toBe(true)
})

test('an earlier change, or a change of another noun, leaves it fresh', async () => {
  changed(['support_bundle'])
  await loadDuring('project')
  expect(isStale()).toBe(false)
})
