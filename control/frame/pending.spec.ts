// Nothing pretends: what the contract has and nobody answers yet is listed, and the list only shrinks.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { handlers } from './handlers.ts'

const FILE = new URL('./pending.txt', import.meta.url)
/** Lower this with every landing; raising it means that something which worked was taken away. */
const AT_MOST = 32

const missing = Object.keys(operations)
  .filter((operation) => !(operation in handlers))
  .sort()

test('pending.txt lists exactly the operations without a handler', () => {
  if (process.env.UPDATE_PENDING) writeFileSync(FILE, missing.map((operation) => `${operation}\n`).join(''))
  expect(readFileSync(FILE, 'utf8').split('\n').filter(Boolean)).toEqual(missing)
})

test('the list only shrinks', () => {
  expect(missing.length).toBeLessThanOrEqual(AT_MOST)
})

test('no handler answers something that the contract does not have', () => {
  expect(Object.keys(handlers).filter((operation) => !(operation in operations))).toEqual([])
})
