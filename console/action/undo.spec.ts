// When an edit can be undone.
import { expect, test, vi } from 'vitest'
import { undoEdit } from './undo.ts'

const before = { id: 'a', name: 'web', description: 'old', router: null as string | null }
const saved = { ...before, description: 'new', router: 'r' }

const undoOf = (now: typeof before, hasPage = false, given = saved) => {
  const restore = vi.fn(() => Promise.resolve())
  const query = { key: ['vpc_subnet_view', {}] as const, fetch: () => Promise.resolve(now) }
  return {
    restore,
    undo: undoEdit({ noun: 'Subnet', before, saved: given, query, edited: ['router'], hasPage, restore }),
  }
}

test('an edit is undone with what was there before', async () => {
  const { restore, undo } = undoOf(saved)
  expect(await undo?.()).toBe('Subnet web restored')
  expect(restore).toHaveBeenCalledExactlyOnceWith({ name: 'web', description: 'old' })
})

test.each([
  ['another description', { description: 'theirs' }],
  ['another value of another field', { router: 'theirs' }],
  ['another resource with the name', { id: 'b' }],
])('%s stays', async (_, change) => {
  const { restore, undo } = undoOf({ ...saved, ...change })
  await expect(undo?.()).rejects.toThrow('Someone else')
  expect(restore).not.toHaveBeenCalled()
})

test('a rename is not undone under the feet of its page', () => {
  const renamed = { ...saved, name: 'shop' }
  expect(undoOf(renamed, true, renamed).undo).toBeUndefined()
  expect(undoOf(renamed, false, renamed).undo).toBeDefined()
})
