// Reads and the changes that make them stale.
import { beforeEach, expect, test } from 'vitest'
import type { Noun } from '#contract/operations.ts'
import { changed, prefetch, query, queryClient } from './api.ts'
import { host } from './host.ts'

beforeEach(() => queryClient.clear())

const isStale = () => queryClient.getQueryState(query('support_bundle_list').key)?.isInvalidated

/** The noun changes while the answer is on its way. */
async function loadDuring(noun: Noun): Promise<void> {
  host.fetch = async () => {
    changed([noun])
    return Response.json({ items: [] })
  }
  await prefetch(query('support_bundle_list'))
}

test('what changed while a loader fetched it is stale', async () => {
  await loadDuring('support_bundle')
  expect(isStale()).toBe(true)
})

test('what changed before, or something else that changed, leaves it fresh', async () => {
  changed(['support_bundle'])
  await loadDuring('project')
  expect(isStale()).toBe(false)
})
