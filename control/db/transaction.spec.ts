// Retrying: how often, how long between, and what is not tried again.
import { expect, it } from 'vitest'
import { Crowded, retrying } from './transaction.ts'

function host(transient: (error: unknown) => boolean) {
  const slept: number[] = []
  const clock = { sleep: async (milliseconds: number) => void slept.push(milliseconds) }
  const random = { bytes: (count: number) => new Uint8Array(count).fill(255) }
  return { slept, retry: { clock, random, transient } }
}

it('tries again what was in the way of others, and waits longer each time up to a limit', async () => {
  const { slept, retry } = host(() => true)
  let tries = 0
  const answer = await retrying(retry, async () => {
    tries++
    if (tries < 12) throw new Error('conflict')
    return tries
  })
  expect(answer).toBe(12)
  expect(slept).toEqual([2, 4, 8, 16, 32, 64, 128, 250, 250, 250, 250])
})

it('does not try again what will fail again', async () => {
  const { slept, retry } = host(() => false)
  const failure = new Error('name is taken')
  await expect(retrying(retry, () => Promise.reject(failure))).rejects.toBe(failure)
  expect(slept).toEqual([])
})

it('gives up in the end, and says that it may be tried again later', async () => {
  const { slept, retry } = host(() => true)
  const conflict = new Error('conflict')
  const given = await retrying(retry, () => Promise.reject(conflict)).catch((error: unknown) => error)
  expect(given).toBeInstanceOf(Crowded)
  expect((given as Crowded).cause).toBe(conflict)
  expect(slept).toHaveLength(99)
})
