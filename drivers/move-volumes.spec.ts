// Volumes move to another store: completely, verified, and from where an interruption left off.
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Moved, moveVolumes } from './move-volumes.ts'
import { type MemoryBlocks, makeMemoryBlocks } from './simulated/blocks-memory.ts'

const MEBIBYTE = 1024 * 1024
const sha256 = () => {
  const hash = createHash('sha256')
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

let from: MemoryBlocks
let to: MemoryBlocks
let moved: Moved
beforeEach(async () => {
  from = makeMemoryBlocks(sha256)
  to = makeMemoryBlocks(sha256)
  moved = {}
  for (const [n, id] of ['a', 'b', 'c'].entries()) {
    await from.create(id, MEBIBYTE + 512)
    await from.write(id, MEBIBYTE + n, Uint8Array.of(n + 1))
  }
})

/** Ends after so many volumes, as if it was killed then. */
const move = (most = Infinity) =>
  moveVolumes({
    from,
    to,
    moved,
    note: async (now) => {
      moved = now
      if (Object.keys(now).length >= most) throw new Error('killed')
    },
    say: () => undefined,
  })

const same = async () => {
  expect(await to.list()).toEqual(await from.list())
  for (const { id, size } of await from.list()) expect(await to.digest(id, size)).toBe(await from.digest(id, size))
}

test('all volumes are copied, and what is verified is not copied again', async () => {
  await expect(move(2)).rejects.toThrow('killed')
  // the next one was begun
  await to.create('c', MEBIBYTE + 512)
  await to.write('c', 0, Uint8Array.of(9))
  const { changes } = to
  await move()
  await same()
  // removed, created, and one piece written
  expect(to.changes - changes).toBe(3)
  const { changes: last } = to
  await move()
  expect(to.changes).toBe(last)
})

test('what has changed or gone since is changed or gone in the copy', async () => {
  await expect(move(3)).rejects.toThrow('killed')
  await from.write('a', 0, Uint8Array.of(7))
  await from.remove('b')
  await from.create('d', 512)
  await move()
  await same()
})

test('a copy that is not the same is not counted', async () => {
  const write = to.write
  to.write = async (id, offset, bytes) =>
    write(
      id,
      offset,
      bytes.map((byte) => byte + 1),
    )
  await expect(move()).rejects.toThrow('the copy of volume a is not the same')
  expect(moved).toEqual({})
  to.write = write
  await move()
  await same()
})

test('a volume that is written to meanwhile is refused', async () => {
  const flush = to.flush
  to.flush = async (id) => {
    await flush(id)
    await from.write(id, 0, Uint8Array.of(1))
    await to.write(id, 0, Uint8Array.of(1))
  }
  await expect(move()).rejects.toThrow('volume a was written to while it was copied')
})
