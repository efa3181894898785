import { expect, test } from 'vitest'
import { makeFreeSpace } from './free-space.ts'

const MIB = 1024 * 1024

test('grants space while there is some, and asks the system only now and then', async () => {
  let available = 100 * MIB
  let questions = 0
  const space = makeFreeSpace(async () => {
    questions++
    return available
  })
  for (let taken = 0; taken < 64; taken++) await space.take(MIB)
  expect(questions).toBe(1)
  available = 0.5 * MIB
  await expect(space.take(MIB)).rejects.toMatchObject({ code: 'full' })
  available = 500 * MIB
  await space.take(400 * MIB)
  await expect(space.take(501 * MIB)).rejects.toMatchObject({ code: 'full' })
})
