// Transaction retries: how often, with which delays, and for which errors.
import { expect, it } from 'vitest'
import { RetriesExhausted, retrying } from './transaction.ts'

function host(transient: (error: unknown) => boolean) {
  const slept: number[] = []
  const clock = { sleep: async (milliseconds: number) => void slept.push(milliseconds) }
  const random = { bytes: (count: number) => new Uint8Array(count).fill(255) }
  return { slept, retry: { clock, random, transient } }
}

it('retries conflicts, with exponential backoff up to a limit', async () => {
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

it('does not retry permanent errors', async () => {
  const { slept, retry } = host(() => false)
  const failure = new Error('name is taken')
  await expect(retrying(retry, () => Promise.reject(failure))).rejects.toBe(failure)
  expect(slept).toEqual([])
})

it('gives up after the last retry with an error that says to try again later', async () => {
  const { slept, retry } = host(() => true)
  const conflict = new Error('conflict')
  const given = await retrying(retry, () => Promise.reject(conflict)).catch((error: unknown) => error)
  expect(given).toBeInstanceOf(RetriesExhausted)
  expect((given as RetriesExhausted).cause).toBe(conflict)
  expect(slept).toHaveLength(99)
})
