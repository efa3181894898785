import { expect, test } from 'vitest'
import { makePasswords, MAX_RUNNING, MAX_WAITING_PER_SOURCE } from './passwords.ts'

const passwords = makePasswords({ memory: 1024, passes: 1 })

test('a hash is Argon2id, salted, and verifies only its own password', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify(one, 'correct horse')).toBe(true)
  expect(await passwords.verify(one, 'wrong')).toBe(false)
})

test('a damaged hash refuses the login instead of throwing', async () => {
  expect(await passwords.verify('not a hash', 'x')).toBe(false)
})

test('many concurrent hashes all finish', async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, n) => passwords.hash(`p${n}`)))
  const verified = await Promise.all(hashes.map((hash, n) => passwords.verify(hash, `p${n}`)))
  expect(verified.every(Boolean)).toBe(true)
})

test('sources take turns: one login does not wait behind 200 from another address', async () => {
  const stored = await passwords.hash('x')
  let finished = 0
  const flood = Array.from({ length: 200 }, () => passwords.verify(stored, 'y', 'flood').then(() => finished++))
  expect(await passwords.verify(stored, 'x', 'elsewhere')).toBe(true)
  expect(finished).toBeLessThan(10)
  await Promise.all(flood)
})

test('the queue of one source is bounded; others still get in', async () => {
  const stored = await passwords.hash('x')
  const most = MAX_WAITING_PER_SOURCE + MAX_RUNNING
  const flood = Array.from({ length: most + 10 }, () => passwords.verify(stored, 'x', 'flood'))
  const elsewhere = passwords.verify(stored, 'x', 'elsewhere')
  const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused[0]).toMatchObject({ reason: { status: 503, headers: { 'retry-after': '5' } } })
  expect(await elsewhere).toBe(true)
})

test('the strong setting is the default', async () => {
  expect(await makePasswords().hash('x')).toContain('m=47104,t=2,p=1')
})
