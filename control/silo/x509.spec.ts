// The certificate reader, tested with certificates from a full library and with garbage.
import 'reflect-metadata/lite'
import * as x509 from '@peculiar/x509'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { BadPem } from '#contract/pem.ts'
import { readCertificate, readCertificates } from '#contract/x509.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
let keys: CryptoKeyPair
beforeAll(async () => {
  keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
})

const make = (more: Partial<x509.X509CertificateCreateSelfSignedParams> = {}) =>
  x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=rack.example, O=Bücher GmbH, C=DE',
    notBefore: new Date('2025-01-02T03:04:05Z'),
    notAfter: new Date('2026-01-02T03:04:05Z'),
    signingAlgorithm: ALGORITHM,
    keys,
    ...more,
  } as x509.X509CertificateCreateSelfSignedParams)

test('reads subject, issuer and expiry', async () => {
  const names = new x509.SubjectAlternativeNameExtension([
    { type: 'dns', value: '*.sys.rack.example' },
    { type: 'ip', value: '10.0.0.1' },
    { type: 'ip', value: '2001:db8::1' },
    { type: 'email', value: 'ops@rack.example' },
  ])
  const certificate = await make({ extensions: [new x509.BasicConstraintsExtension(false), names] })
  const facts = {
    subject: 'CN=rack.example, O=Bücher GmbH, C=DE',
    issuer: 'CN=rack.example, O=Bücher GmbH, C=DE',
    notBefore: new Date('2025-01-02T03:04:05Z'),
    notAfter: new Date('2026-01-02T03:04:05Z'),
    names: ['*.sys.rack.example', '10.0.0.1', '2001:db8:0:0:0:0:0:1', 'ops@rack.example'],
  }
  expect(readCertificates(certificate.toString('pem'))).toEqual([facts])
})

test('reads dates beyond 2050 and certificates without alternative names', async () => {
  const [facts] = readCertificates((await make({ notAfter: new Date('2061-05-06T07:08:09Z') })).toString('pem'))
  expect(facts).toMatchObject({ notAfter: new Date('2061-05-06T07:08:09Z'), names: [] })
})

test('reads a chain in the order of the file', async () => {
  const chain = (await make({ name: 'CN=leaf' })).toString('pem') + (await make({ name: 'CN=root' })).toString('pem')
  expect(readCertificates(chain).map(({ subject }) => subject)).toEqual(['CN=leaf', 'CN=root'])
})

test('refuses other input with a reason', () => {
  expect(() => readCertificates('hello')).toThrow('it holds no PEM certificate')
  const key = '-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----'
  expect(() => readCertificates(key)).toThrow('expected certificates only, found "PRIVATE KEY"')
})

test('any bytes are either read or refused', async () => {
  const good = new Uint8Array((await make()).rawData)
  const damaged = fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => good.with(at, byte))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), (der) => {
      try {
        readCertificate(der)
      } catch (error) {
        expect(error).toBeInstanceOf(BadPem)
      }
    }),
  )
})
