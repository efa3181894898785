// The test suite for every support bundle store.
import { afterEach, describe, expect, test } from 'vitest'
import type { BundleStore } from './support-bundle-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)

export function bundleStoreCases(
  name: string,
  make: () => Promise<{ store: BundleStore; end?: () => Promise<void> }>,
): void {
  describe(`bundles in ${name}`, () => {
    let end: (() => Promise<void>) | undefined
    const open = async () => {
      const made = await make()
      end = made.end
      return made.store
    }
    afterEach(() => end?.())

    test('are readable once finished, in any part', async () => {
      const store = await open()
      expect(await store.open('a')).toBeUndefined()
      const writer = await store.create('a')
      await writer.write(bytes('hello '))
      await writer.write(bytes('world'))
      expect(await store.open('a')).toBeUndefined()
      await writer.finish()
      const reader = (await store.open('a'))!
      expect(reader.size).toBe(11)
      expect(text(await reader.read(0, 11))).toBe('hello world')
      expect(text(await reader.read(6, 100))).toBe('world')
      expect(text(await reader.read(11, 5))).toBe('')
      await reader.close()
    })

    test('leave nothing behind when discarded, and can be created again', async () => {
      const store = await open()
      const first = await store.create('a')
      await first.write(bytes('half'))
      await first.discard()
      expect(await store.open('a')).toBeUndefined()
      // a writer that crashed
      await (await store.create('a')).write(bytes('lost'))
      const second = await store.create('a')
      await second.write(bytes('new'))
      await second.finish()
      const reader = (await store.open('a'))!
      expect(text(await reader.read(0, 100))).toBe('new')
      await reader.close()
    })

    test('are gone once removed, but an open reader can finish', async () => {
      const store = await open()
      const writer = await store.create('a')
      await writer.write(bytes('hello'))
      await writer.finish()
      const reader = (await store.open('a'))!
      await store.remove('a')
      await store.remove('a')
      expect(await store.open('a')).toBeUndefined()
      expect(text(await reader.read(1, 4))).toBe('ello')
      await reader.close()
    })
  })
}
