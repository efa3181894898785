import { expect, test } from 'vitest'
import { makeRoom } from './room.ts'

const MEBIBYTE = 1024 * 1024

test('room is given while there is some, and asked about now and then', async () => {
  let free = 100 * MEBIBYTE
  let asked = 0
  const room = makeRoom(async () => {
    asked++
    return free
  })
  for (let taken = 0; taken < 64; taken++) await room.take(MEBIBYTE)
  expect(asked).toBe(1)
  free = 0.5 * MEBIBYTE
  await expect(room.take(MEBIBYTE)).rejects.toMatchObject({ code: 'full' })
  free = 500 * MEBIBYTE
  await room.take(400 * MEBIBYTE)
  await expect(room.take(501 * MEBIBYTE)).rejects.toMatchObject({ code: 'full' })
})
