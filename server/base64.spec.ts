// Node's decoder says what the strict one says, or nothing.
import { array, assert, constantFrom, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64 } from '#control/base64.ts'
import { decodeQuickly } from './base64.ts'

const letters = (text: string) => new TextEncoder().encode(text)

test('decodes what was encoded', () => {
  assert(
    property(uint8Array({ minLength: 1, maxLength: 600 }), (bytes) => {
      expect(Uint8Array.from(decodeQuickly(letters(Buffer.from(bytes).toString('base64')))!)).toEqual(bytes)
    }),
  )
})

test('never decodes what the strict one refuses', () => {
  const nearly = array(constantFrom(...'QUJDabc+/=-_ \n'), { maxLength: 24 }).map((each) => each.join(''))
  assert(
    property(nearly, (text) => {
      if (typeof decodeBase64(letters(text)) === 'string') expect(decodeQuickly(letters(text))).toBe(undefined)
    }),
  )
  for (const text of ['QR==', 'QUJ=', 'QQ==QUJD', 'QU-_', 'QUJ\n', 'Q===', '====', 'QU JD', 'QUJDQ'])
    expect(decodeQuickly(letters(text)), text).toBe(undefined)
})
