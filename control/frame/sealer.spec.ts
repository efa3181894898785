import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { makeSealer, openEither } from './sealer.ts'
import { random } from '../testing/host.ts'

const decodeBase64 = (text: string) => Buffer.from(text, 'base64')
const sealerOf = (byte: number) => makeSealer({ key: new Uint8Array(32).fill(byte), random, decodeBase64 })
const [sealer, other] = [sealerOf(1), sealerOf(2)]

test('any text opens again, with the same key for the same purpose only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), async (text, purpose, another) => {
      const sealed = await sealer.seal(text, purpose)
      expect(await sealer.open(sealed, purpose)).toBe(text)
      await expect(other.open(sealed, purpose)).rejects.toThrow('another key, or changed')
      if (another !== purpose) await expect(sealer.open(sealed, another)).rejects.toThrow('another key, or changed')
    }),
  )
})

test('a change of any character is found', async () => {
  const sealed = await sealer.seal('a text that fills its base64.', 'a key')
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    await expect(sealer.open(changed, 'a key')).rejects.toThrow(/changed|not sealed/)
  }
})

test('the same text never looks the same, and nothing of it can be seen', async () => {
  const [one, two] = [await sealer.seal('a secret word', 'x'), await sealer.seal('a secret word', 'x')]
  expect(one).not.toBe(two)
  expect(one).toMatch(/^sealed:1:[A-Za-z0-9+/=]+$/)
})

test('plain text from before there was a key is read as it is', async () => {
  expect(await openEither(sealer, 'plain', 'x')).toBe('plain')
  expect(await openEither(sealer, await sealer.seal('secret', 'x'), 'x')).toBe('secret')
  await expect(sealer.open('plain', 'x')).rejects.toThrow('is not sealed')
})

test('a key of another length is refused', () => {
  expect(() => makeSealer({ key: new Uint8Array(16), random, decodeBase64 })).toThrow('32 bytes')
})
