import { expect, test } from 'vitest'
import { makeEarlySync } from './early-sync.ts'

const MEBIBYTE = 1024 * 1024

test('runs once so much was written, one at a time', async () => {
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

test('a failure is told to everyone who asks, until the volume is gone', async () => {
  const early = makeEarlySync(async () => {
    throw new Error('the disk is broken')
  })
  early.note('a', 32 * MEBIBYTE)
  await expect(early.settle('a')).rejects.toThrow('the disk is broken')
  await expect(early.settle('a')).rejects.toThrow('the disk is broken')
  early.forget('a')
  await early.settle('a')
})
