// TLS certificates for tests: a root and leaves signed by it, with any part invalid on request.
import 'reflect-metadata/lite'
import * as x509 from '@peculiar/x509'

export interface LeafOptions {
  names?: string[]
  subject?: string
  notAfter?: string
  usages?: string[]
}

type Keys = Awaited<ReturnType<typeof makeKeys>>

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }

const makeKeys = async (algorithm: Algorithm | EcKeyGenParams | RsaHashedKeyGenParams = P256) =>
  (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair

const pem = async (key: CryptoKey) =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

const span = { notBefore: new Date('2025-01-01T00:00:00Z'), notAfter: new Date('2030-01-01T00:00:00Z') }

export async function makeAuthority() {
  const keys = await makeKeys()
  const name = 'CN=Test Authority'
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name,
    ...span,
    signingAlgorithm: P256,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })

  async function leaf(options: LeafOptions = {}, given?: Keys) {
    const own = given ?? (await makeKeys())
    const { names = ['rack.test'], usages, subject = 'CN=a test leaf', notAfter } = options
    const extensions: x509.Extension[] = []
    if (names.length > 0)
      extensions.push(new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))))
    if (usages) extensions.push(new x509.ExtendedKeyUsageExtension(usages))
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: '02',
      subject,
      issuer: name,
      ...span,
      ...(notAfter ? { notAfter: new Date(notAfter) } : {}),
      signingAlgorithm: P256,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      extensions,
    })
    return { cert: certificate.toString('pem'), key: await pem(own.privateKey) }
  }

  return { root: root.toString('pem'), leaf, rsaKeys: () => makeKeys(RSA), edKeys: () => makeKeys({ name: 'Ed25519' }) }
}

let shared: Promise<{ cert: string; key: string }> | undefined

/** A valid pair, for tests that are not about certificates. */
export const anyPair = () => (shared ??= makeAuthority().then((authority) => authority.leaf()))
