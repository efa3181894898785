// Public keys from ssh-keygen are parsed; anything else is refused with a reason, and no input makes the parser throw.
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSshPublicKey } from './ssh-public-key.ts'

const field = (bytes: Uint8Array | string) => {
  const body = Buffer.from(bytes as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}
const mpint = (bytes: Buffer) => field(bytes[0]! >= 128 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
const line = (type: string, ...fields: Buffer[]) =>
  `${type} ${Buffer.concat([field(type), ...fields]).toString('base64')}`

const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, string>
/** Its factors are not known, which nobody can tell from a public key; finding primes takes a second. */
function rsaKey(bits: number) {
  const modulus = randomBytes(bits / 8)
  modulus[0]! |= 128
  modulus[modulus.length - 1]! |= 1
  return line('ssh-rsa', mpint(Buffer.of(1, 0, 1)), mpint(modulus))
}
function ecdsaPoint(namedCurve: string) {
  const { x, y } = jwk(generateKeyPairSync('ec', { namedCurve }).publicKey)
  return Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
}
const ecdsaKey = (curve: string, bits: number) =>
  line(`ecdsa-sha2-${curve}`, field(curve), field(ecdsaPoint(`P-${bits}`)))

const known = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrcSoUUU4wvExN5XnyzhmSWbIcfoxpMuhVXYHLYI+tR'
const application = field('ssh:')
const good: [string, { type: string; bits: number }][] = [
  [known, { type: 'ssh-ed25519', bits: 256 }],
  [rsaKey(2048), { type: 'ssh-rsa', bits: 2048 }],
  [rsaKey(1032), { type: 'ssh-rsa', bits: 1032 }],
  [ecdsaKey('nistp256', 256), { type: 'ecdsa-sha2-nistp256', bits: 256 }],
  [ecdsaKey('nistp384', 384), { type: 'ecdsa-sha2-nistp384', bits: 384 }],
  [ecdsaKey('nistp521', 521), { type: 'ecdsa-sha2-nistp521', bits: 521 }],
  [
    line('sk-ssh-ed25519@openssh.com', field(Buffer.alloc(32, 7)), application),
    { type: 'sk-ssh-ed25519@openssh.com', bits: 256 },
  ],
  [
    line('sk-ecdsa-sha2-nistp256@openssh.com', field('nistp256'), field(ecdsaPoint('P-256')), application),
    { type: 'sk-ecdsa-sha2-nistp256@openssh.com', bits: 256 },
  ],
]

describe('a key is read', () => {
  test.each(good)('kind %#', (text, expected) => {
    expect(parseSshPublicKey(text)).toEqual({ ...expected, comment: '' })
  })

  test('with its comment, and blanks around it', () => {
    const read = { type: 'ssh-ed25519', bits: 256 }
    expect(parseSshPublicKey(`${known} ana@laptop\n`)).toEqual({ ...read, comment: 'ana@laptop' })
    expect(parseSshPublicKey(` ${known.replace(' ', '\t')}   two  words `)).toEqual({ ...read, comment: 'two  words' })
  })
})

const why = (text: string) => {
  const parsed = parseSshPublicKey(text)
  return 'error' in parsed ? parsed.error : `read: ${JSON.stringify(parsed)}`
}

describe('a key is refused with the reason', () => {
  const [, base64] = known.split(' ') as [string, string]
  test.each([
    ['', 'the key is empty'],
    ['   \n', 'the key is empty'],
    ['hello', 'it begins with "hello", which is not one of ssh-ed25519, ssh-rsa,'],
    ['constructor AAAA', 'it begins with "constructor", which is not one of'],
    [`restrict ${known}`, 'it begins with "restrict", which is not one of'],
    ['ssh-ed25519', 'after "ssh-ed25519" the key itself is missing'],
    ['ssh-ed25519 not-base-64!', 'the part after the type is not base64: was it copied in full?'],
    [known.slice(0, -1), 'the part after the type is not base64: was it copied in full?'],
    [known.slice(0, -4), 'the key ends too early: was it copied in full?'],
    [`${known}AAAA`, 'the key has 3 extra bytes at its end'],
    [`ssh-rsa ${base64}`, 'it begins with "ssh-rsa" but holds a key of type "ssh-ed25519"'],
    [line('ssh-ed25519', field(Buffer.alloc(31))), 'an Ed25519 key has 32 bytes, this one has 31'],
    [line('ssh-dss', field('')), 'SSH servers no longer accept DSA keys: create an Ed25519 key'],
    [rsaKey(768), 'an RSA key needs at least 1024 bits, this one has 768'],
    [
      line('ssh-rsa', field(Buffer.of(3)), field(Buffer.concat([Buffer.of(0, 200), Buffer.alloc(127, 2)]))),
      'its numbers are not valid for an RSA key',
    ],
    [line('ssh-rsa', field(Buffer.of(3)), field(Buffer.alloc(128, 255))), 'its numbers are not valid for an RSA key'],
    [
      line('ecdsa-sha2-nistp256', field('nistp384'), field('')),
      'it should be on the curve nistp256 but says "nistp384"',
    ],
    [
      line('ecdsa-sha2-nistp256', field('nistp256'), field(Buffer.alloc(65, 2))),
      'its point is not on the curve nistp256',
    ],
    [`${known}\n${known}`, 'a key is a single line, and this has several'],
    [`${known} a\u0007b`, 'it contains control characters'],
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----',
      'this is a private key, which should never be shared: use the .pub file',
    ],
    [
      '---- BEGIN SSH2 PUBLIC KEY ----\nabc\n---- END SSH2 PUBLIC KEY ----',
      'this is not the one-line form: convert it with ssh-keygen -i, or use the .pub file',
    ],
  ])('case %#', (text, reason) => {
    expect(why(text).startsWith(reason), why(text)).toBe(true)
  })
})

test('any text is either parsed or refused', () => {
  const anything = fc.oneof(
    fc.uint16Array({ maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
    fc
      .tuple(fc.constantFrom(...good.map(([text]) => text.split(' ')[0]!)), fc.uint8Array({ maxLength: 80 }))
      .map(([type, bytes]) => `${type} ${Buffer.from(bytes).toString('base64')}`),
    fc
      .tuple(fc.constantFrom(...good.map(([text]) => text.split(' ')[0]!)), fc.array(fc.uint8Array({ maxLength: 40 })))
      .map(([type, fields]) => line(type, ...fields.map(field))),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const parsed = parseSshPublicKey(text)
      if ('error' in parsed) expect(parsed.error).not.toBe('')
      else expect(parsed.bits).toBeGreaterThan(0)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('a truncated key, or one with a changed length byte, is refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...good), fc.nat(), ([text, expected], at) => {
      const [type, base64] = text.split(' ') as [string, string]
      const bytes = Buffer.from(base64, 'base64')
      const cut = `${type} ${bytes.subarray(0, at % bytes.length).toString('base64')}`
      expect(parseSshPublicKey(cut)).toHaveProperty('error')
      bytes[at % (4 + type.length)]! ^= 1
      expect(parseSshPublicKey(`${type} ${bytes.toString('base64')}`)).toHaveProperty('error')
      expect(parseSshPublicKey(`${text} again`)).toEqual({ ...expected, comment: 'again' })
    }),
    { seed: 7, numRuns: 500 },
  )
})
