import { expect, test } from 'vitest'
import { makeEarlySync } from './early-sync.ts'

const MEBIBYTE = 1024 * 1024

test('runs after enough bytes were written, one sync at a time', async () => {
  const syncs: (() => void)[] = []
  const early = makeEarlySync(() => new Promise<void>((resolve) => syncs.push(resolve)))
  early.note('a', 31 * MEBIBYTE)
  early.note('b', 31 * MEBIBYTE)
  expect(syncs).toHaveLength(0)
  early.note('a', MEBIBYTE)
  early.note('a', 64 * MEBIBYTE)
  expect(syncs).toHaveLength(1)
  let settled = false
  const settling = early.settle('a').then(() => (settled = true))
  await Promise.resolve()
  expect(settled).toBe(false)
  syncs[0]!()
  await settling
  await early.settle('b')
  expect(syncs).toHaveLength(1)
})

test('reports a failure on every call until the volume is removed', async () => {
  const early = makeEarlySync(async () => {
    throw new Error('the disk failed')
  })
  early.note('a', 32 * MEBIBYTE)
  await expect(early.settle('a')).rejects.toThrow('the disk failed')
  await expect(early.settle('a')).rejects.toThrow('the disk failed')
  early.forget('a')
  await early.settle('a')
})
