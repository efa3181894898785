import { expect, test } from 'vitest'
import { makePasswords } from './passwords.ts'

const passwords = makePasswords({ memory: 1024, passes: 1 })

test('a hash is Argon2id, salted, and verifies only its own password', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify(one, 'correct horse')).toBe(true)
  expect(await passwords.verify(one, 'wrong')).toBe(false)
})

test('a damaged hash refuses instead of failing', async () => {
  expect(await passwords.verify('not a hash', 'x')).toBe(false)
})

test('many at once all finish', async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, n) => passwords.hash(`p${n}`)))
  const verified = await Promise.all(hashes.map((hash, n) => passwords.verify(hash, `p${n}`)))
  expect(verified.every(Boolean)).toBe(true)
})

test('the strong setting is the default', async () => {
  expect(await makePasswords().hash('x')).toContain('m=47104,t=2,p=1')
})
