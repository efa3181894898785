// What every backup engine must do.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupEngine, BackupRepository } from './backup-engine.ts'

export interface EngineUnderTest {
  engine: BackupEngine
  repository: BackupRepository
  end?: () => Promise<void>
}

const PIECE = 64 * 1024
const never = new AbortController().signal

/** Bytes that do not repeat, with a hole in the middle. */
export function sample(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let value = seed | 1
  for (let n = 0; n < size; n++) {
    if (n > size / 3 && n < size / 2) continue
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    bytes[n] = value >>> 24
  }
  return bytes
}

export const toStore = (tag: string, bytes: Uint8Array) => ({
  tag,
  size: bytes.length,
  async *read() {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  },
})

export async function fetched(engine: BackupEngine, repository: BackupRepository, tag: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of engine.load(repository, tag, never)) parts.push(Uint8Array.from(part))
  return Buffer.concat(parts)
}

export function backupEngineCases(name: string, open: () => Promise<EngineUnderTest>) {
  describe(`backup engine: ${name}`, () => {
    let under: EngineUnderTest
    let engine: BackupEngine
    let repository: BackupRepository
    beforeEach(async () => {
      under = await open()
      ;({ engine, repository } = under)
    })
    afterEach(() => under.end?.())

    const store = (tag: string, bytes: Uint8Array, onProgress: (done: number) => void = () => undefined) =>
      engine.store(repository, toStore(tag, bytes), { signal: never, onProgress })

    test('returns the bytes that were stored', async () => {
      await engine.create(repository)
      const bytes = sample(3_000_001, 7)
      const progress: number[] = []
      const stored = await store('one', bytes, (done) => progress.push(done))
      expect(stored).toEqual({ size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') })
      expect(progress.at(-1)).toBe(bytes.length)
      expect(Buffer.compare(await fetched(engine, repository, 'one'), bytes)).toBe(0)
      expect(await engine.has(repository, 'one', bytes.length)).toBe(true)
      expect(await engine.has(repository, 'one', bytes.length - 1)).toBe(false)
      await engine.verify(repository, undefined, never)
      expect(await engine.size(repository)).toBeGreaterThan(0)
    })

    test('can be created again, but not with another key', async () => {
      await engine.create(repository)
      await store('one', sample(1000, 3))
      await engine.create(repository)
      expect(await engine.has(repository, 'one', 1000)).toBe(true)
      await expect(engine.create({ ...repository, key: 'another' })).rejects.toMatchObject({ code: 'wrong_key' })
      await expect(fetched(engine, { ...repository, key: 'another' }, 'one')).rejects.toMatchObject({
        code: 'wrong_key',
      })
    })

    test('says that a repository is gone, and that there is nothing with a tag', async () => {
      await expect(engine.has(repository, 'one', 1)).rejects.toMatchObject({ code: 'gone' })
      await expect(engine.tags(repository)).rejects.toMatchObject({ code: 'gone' })
      await expect(store('one', sample(1000, 3))).rejects.toMatchObject({ code: 'gone' })
      await engine.create(repository)
      await expect(fetched(engine, repository, 'one')).rejects.toMatchObject({ code: 'missing' })
    })

    test('forgets what has a tag, and nothing else', async () => {
      await engine.create(repository)
      await store('one', sample(100_000, 3))
      await store('two', sample(100_000, 4))
      await engine.forget(repository, ['one', 'three'])
      await engine.forget(repository, ['one'])
      await engine.prune(repository, never)
      expect(await engine.has(repository, 'one', 100_000)).toBe(false)
      expect(Buffer.compare(await fetched(engine, repository, 'two'), sample(100_000, 4))).toBe(0)
      expect(await engine.tags(repository)).toEqual(['two'])
      await engine.verify(repository, { number: 1, of: 2 }, never)
    })

    test('stores nothing when it is interrupted', async () => {
      await engine.create(repository)
      const bytes = sample(2_000_000, 9)
      const abort = new AbortController()
      const onProgress = (done: number) => done > 500_000 && abort.abort(new Error('stopped'))
      const storing = engine.store(repository, toStore('one', bytes), {
        signal: abort.signal,
        onProgress: (done) => void onProgress(done),
      })
      await expect(storing).rejects.toThrow('stopped')
      expect(await engine.has(repository, 'one', bytes.length)).toBe(false)
      await store('one', bytes)
      expect(Buffer.compare(await fetched(engine, repository, 'one'), bytes)).toBe(0)
    })
  })
}
