// What every block store must do.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlockStore } from './blocks.ts'

const MEBIBYTE = 1024 * 1024
const GIBIBYTE = 1024 * MEBIBYTE

export interface BlocksUnderTest {
  store: BlockStore
  end?: () => Promise<void>
}

function pattern(length: number, seed: number): Uint8Array {
  let value = seed | 1
  const bytes = new Uint8Array(length)
  for (let n = 0; n < length; n++) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    bytes[n] = value >>> 24
  }
  return bytes
}

/** Matchers walk bytes one by one, which takes seconds for a megabyte. */
function expectSame(actual: Uint8Array, wanted: Uint8Array) {
  expect(Buffer.compare(actual, wanted)).toBe(0)
}

export function blocksCases(name: string, open: () => Promise<BlocksUnderTest>) {
  describe(`block store: ${name}`, () => {
    let under: BlocksUnderTest
    let store: BlockStore
    beforeEach(async () => {
      under = await open()
      store = under.store
    })
    afterEach(async () => {
      await store.close()
      await under.end?.()
    })

    test('unwritten space reads as zero', async () => {
      await store.create('a', 1023 * GIBIBYTE)
      expect(await store.read('a', 1022 * GIBIBYTE, 4096)).toEqual(new Uint8Array(4096))
      expect(await store.read('a', 1023 * GIBIBYTE, 0)).toEqual(new Uint8Array(0))
    })

    test('reads back what was written, across any boundary', async () => {
      await store.create('a', 4 * MEBIBYTE)
      const bytes = pattern(1_300_000, 7)
      await store.write('a', 70_001, bytes)
      expectSame(await store.read('a', 70_001, bytes.length), bytes)
      expect(await store.read('a', 70_000, 2)).toEqual(Uint8Array.of(0, bytes[0]!))
      await store.write('a', 100_000, Uint8Array.of(1, 2, 3))
      expect(await store.read('a', 99_999, 5)).toEqual(Uint8Array.of(bytes[29_998]!, 1, 2, 3, bytes[30_002]!))
    })

    test('another version after a write, and the same without one', async () => {
      await store.create('a', MEBIBYTE)
      const before = await store.version('a')
      await store.read('a', 0, 10)
      expect(await store.version('a')).toBe(before)
      // file systems measure time in steps of a few milliseconds
      await new Promise((resolve) => void setTimeout(resolve, 20))
      await store.write('a', 0, Uint8Array.of(1))
      expect(await store.version('a')).not.toBe(before)
      await expect(store.version('b')).rejects.toThrow('there is no volume b')
    })

    test('takes chunks in parallel and in any order', async () => {
      const bytes = pattern(3 * MEBIBYTE, 3)
      await store.create('a', bytes.length)
      const offsets = Array.from({ length: 6 }, (_, n) => ((n * 5) % 6) * 524_288)
      await Promise.all(offsets.map((offset) => store.write('a', offset, bytes.subarray(offset, offset + 524_288))))
      expectSame(await store.read('a', 0, bytes.length), bytes)
    })

    test('refuses what lies outside', async () => {
      await store.create('a', 4096)
      for (const [offset, length] of [
        [4096, 1],
        [4000, 97],
        [-1, 1],
        [0.5, 1],
      ] as const) {
        await expect(store.write('a', offset, new Uint8Array(length))).rejects.toMatchObject({ code: 'out_of_range' })
        await expect(store.read('a', offset, length)).rejects.toMatchObject({ code: 'out_of_range' })
      }
      await expect(store.digest('a', 4097)).rejects.toMatchObject({ code: 'out_of_range' })
    })

    test('names unknown volumes and bad ids', async () => {
      await expect(store.write('a', 0, new Uint8Array(1))).rejects.toMatchObject({ code: 'unknown_volume' })
      await expect(store.read('a', 0, 1)).rejects.toMatchObject({ code: 'unknown_volume' })
      await expect(store.flush('a')).rejects.toMatchObject({ code: 'unknown_volume' })
      await expect(store.digest('a', 0)).rejects.toMatchObject({ code: 'unknown_volume' })
      await expect(store.clone('a', 'b', 1)).rejects.toMatchObject({ code: 'unknown_volume' })
      await expect(store.create('../a', 1)).rejects.toMatchObject({ code: 'invalid' })
      await expect(store.create('a', -1)).rejects.toMatchObject({ code: 'invalid' })
    })

    test('create may be repeated, and keeps what was written', async () => {
      await store.create('a', 4096)
      await store.write('a', 0, Uint8Array.of(9))
      await store.create('a', 4096)
      expect(await store.read('a', 0, 1)).toEqual(Uint8Array.of(9))
      await expect(store.create('a', 8192)).rejects.toMatchObject({ code: 'exists' })
    })

    test('a clone has the bytes of its source and goes its own way', async () => {
      await store.create('a', 2 * MEBIBYTE)
      await store.write('a', MEBIBYTE, Uint8Array.of(1, 2, 3))
      await store.clone('a', 'b', GIBIBYTE)
      await store.write('a', MEBIBYTE, Uint8Array.of(7))
      await store.write('b', MEBIBYTE + 1, Uint8Array.of(8))
      await store.clone('a', 'b', GIBIBYTE)
      expect(await store.read('a', MEBIBYTE, 3)).toEqual(Uint8Array.of(7, 2, 3))
      expect(await store.read('b', MEBIBYTE, 3)).toEqual(Uint8Array.of(1, 8, 3))
      expect(await store.read('b', GIBIBYTE - 2, 2)).toEqual(new Uint8Array(2))
      await store.remove('a')
      expect(await store.read('b', MEBIBYTE, 3)).toEqual(Uint8Array.of(1, 8, 3))
      await expect(store.clone('b', 'c', MEBIBYTE)).rejects.toMatchObject({ code: 'out_of_range' })
    })

    test('a volume grows, keeps its bytes, and never shrinks', async () => {
      await store.create('a', 4096)
      await store.write('a', 4000, Uint8Array.of(1, 2, 3))
      await store.resize('a', MEBIBYTE)
      await store.resize('a', MEBIBYTE)
      expect(await store.read('a', 4000, 3)).toEqual(Uint8Array.of(1, 2, 3))
      expect(await store.read('a', MEBIBYTE - 2, 2)).toEqual(new Uint8Array(2))
      await store.write('a', MEBIBYTE - 1, Uint8Array.of(7))
      expect(await store.list()).toEqual([{ id: 'a', size: MEBIBYTE }])
      await expect(store.resize('a', 4096)).rejects.toMatchObject({ code: 'out_of_range' })
      await expect(store.resize('b', 4096)).rejects.toMatchObject({ code: 'unknown_volume' })
    })

    test('digest is the SHA-256 of the bytes, holes included', async () => {
      const bytes = new Uint8Array(5 * MEBIBYTE)
      bytes.set(pattern(524_288, 5), 2 * MEBIBYTE)
      await store.create('a', GIBIBYTE)
      await store.write('a', 2 * MEBIBYTE, bytes.subarray(2 * MEBIBYTE, 2 * MEBIBYTE + 524_288))
      expect(await store.digest('a', bytes.length)).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(await store.digest('a', 0)).toBe(createHash('sha256').digest('hex'))
    })

    test('lists what there is; removing twice is fine', async () => {
      await store.create('b', 512)
      await store.create('a', 4096)
      await store.flush('a')
      const sorted = async () => (await store.list()).sort((x, y) => (x.id < y.id ? -1 : 1))
      expect(await sorted()).toEqual([
        { id: 'a', size: 4096 },
        { id: 'b', size: 512 },
      ])
      await store.remove('b')
      await store.remove('b')
      expect(await sorted()).toEqual([{ id: 'a', size: 4096 }])
      await store.create('b', 512)
      expect(await store.read('b', 0, 512)).toEqual(new Uint8Array(512))
    })
  })
}
