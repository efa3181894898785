// Base64 as Node understands it, and everything refused that Node would let pass.
import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

const letters = (text: string) => new TextEncoder().encode(text)

describe('base64', () => {
  test('gives back what was encoded', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (bytes) => {
        expect(decodeBase64(letters(Buffer.from(bytes).toString('base64')))).toEqual(bytes)
      }),
    )
  })

  test.each([
    ['QQ', '2 characters are not a multiple of 4'],
    ['QUJ!', 'character 3 is not of the base64 alphabet'],
    ['QUJ\n', 'character 3 is not of the base64 alphabet'],
    ['QU-_', 'character 2 is not of the base64 alphabet'],
    ['QUéa', '5 characters are not a multiple of 4'],
    ['QUéüJD', 'character 2 is not of the base64 alphabet'],
    ['QQ==QUJD', 'character 2 is not of the base64 alphabet'],
    ['Q===', 'character 1 is not of the base64 alphabet'],
    ['====', 'character 0 is not of the base64 alphabet'],
    ['QR==', 'the last character has bits that stand for nothing'],
    ['QUJ=', 'the last character has bits that stand for nothing'],
  ])('refuses %j', (text, reason) => expect(decodeBase64(letters(text))).toBe(reason))

  test('of nothing is nothing', () => expect(decodeBase64(letters(''))).toEqual(new Uint8Array()))
})
