// The output of a guest that prints whenever anybody looks is copied as far as it was when the copy began.
import { expect, test } from 'vitest'
import type { Host } from '../host.ts'
import { copyHistory } from './history.ts'

/** A host with one file, which may grow whenever it is read. */
function hostWith(name: string, bytes: number[], onRead: () => void = () => undefined) {
  const access = {
    list: async () => [{ name, size: bytes.length, inode: 1 }],
    async read(_path: string, from: number, length: number) {
      const found = Uint8Array.from(bytes.slice(from, from + length))
      onRead()
      return { bytes: found, inode: 1 }
    },
    append: async (_path: string, more: Uint8Array) => void bytes.push(...more),
  }
  return { folder: '/host', access } as unknown as Host
}

test('a copy of the output of a guest that does not stop printing ends, and the next one has the rest', async () => {
  const [printed, copied] = [[1, 2, 3], [] as number[]]
  const source = hostWith('console.log', printed, () => {
    if (printed.length < 100) printed.push(printed.length + 1)
  })
  const target = hostWith('console.log-0', copied)
  await copyHistory(source, target, 'a', 1)
  expect(copied).toEqual([1, 2, 3])
  const later = [...printed]
  await copyHistory(source, target, 'a', 1)
  expect(copied).toEqual(later)
})
