// Every byte string round-trips, and everything Node's lenient decoder would accept by mistake is refused.
import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeStrictly } from './base64.ts'

const decode = (text: string) => decodeStrictly(text, (valid) => new Uint8Array(Buffer.from(valid, 'base64')))

describe('base64', () => {
  test('decodes what was encoded', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (bytes) => {
        expect(decode(Buffer.from(bytes).toString('base64'))).toEqual(bytes)
      }),
    )
  })

  test.each([
    ['QQ', '2 characters are not a multiple of 4'],
    ['QUJ!', 'character 3 is not in the base64 alphabet'],
    ['QUJ\n', 'character 3 is not in the base64 alphabet'],
    ['QU-_', 'character 2 is not in the base64 alphabet'],
    ['QUéa', 'character 2 is not in the base64 alphabet'],
    ['QQ==QUJD', 'character 2 is not in the base64 alphabet'],
    ['Q===', 'character 1 is not in the base64 alphabet'],
    ['====', 'character 0 is not in the base64 alphabet'],
    ['QR==', 'the last character has bits that are not used'],
    ['QUJ=', 'the last character has bits that are not used'],
  ])('refuses %j', (text, reason) => expect(decode(text)).toBe(reason))

  test('decodes an empty text to no bytes', () => expect(decode('')).toEqual(new Uint8Array()))
})
