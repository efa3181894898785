import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base32, fromBase32, totpCode, totpStep, totpUri } from './totp.ts'

const bytes = new TextEncoder()
/** The secret of the test vectors in RFC 6238, appendix B. */
const SECRET = base32(bytes.encode('12345678901234567890'))
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is the one of RFC 6238', async (seconds, code) => {
  expect(await totpCode(SECRET, at(seconds))).toBe(code)
})

test('a code is accepted one step early and one step late, and its step is known', async () => {
  const code = await totpCode(SECRET, at(3000))
  for (const seconds of [2970, 3000, 3029, 3059]) expect(await totpStep(SECRET, code, at(seconds))).toBe(100)
  for (const seconds of [2969, 3060]) expect(await totpStep(SECRET, code, at(seconds))).toBeUndefined()
})

test('base32 is that of RFC 4648, and reading it gives the bytes again', () => {
  expect(base32(bytes.encode('foobar'))).toBe('MZXW6YTBOI')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (given) => {
      expect([...fromBase32(base32(given))]).toEqual([...given])
    }),
  )
})

test('names with reserved characters are quoted in the URI', () => {
  const uri = totpUri('ABC', { issuer: 'Rackwright acme', account: 'ada@x:y?' })
  expect(uri).toBe('otpauth://totp/Rackwright%20acme:ada%40x%3Ay%3F?secret=ABC&issuer=Rackwright%20acme')
})
