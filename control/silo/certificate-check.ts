// Checks that a TLS certificate and its key can serve a silo's endpoint, and that certificate authorities can be trusted. Errors name
// the one that is wrong and why.
import 'reflect-metadata/lite'
import * as x509 from '@peculiar/x509'
import { invalidValue } from '../frame/errors.ts'
import { derProblem } from './der-bounds.ts'
import { BadPem, type PemBlock, readPem } from '#contract/pem.ts'
import { toPkcs8 } from './private-key.ts'

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

export interface Pair {
  cert: string
  key: string
}

/** `host` is the name browsers will use; without it the certificate's names are not checked. */
export async function checkPair({ cert, key }: Pair, host: string | undefined, now: Date): Promise<void> {
  const chain = parseCertificates(cert, 'certificate')
  const leaf = chain[0]!
  checkDates(chain, 'certificate', now)
  for (const [at, issuer] of chain.slice(1).entries()) await checkIssued(chain[at]!, issuer)
  const usage = leaf.getExtension(x509.ExtendedKeyUsageExtension)
  if (usage && !usage.usages.includes(SERVER_AUTH))
    throw badCertificate('its extended key usage does not allow TLS server authentication')
  if (host !== undefined) checkHost(leaf, host)
  await checkKey(leaf, key)
}

/** What a connection is to trust must be readable when it is saved, or nobody learns why the connection fails. */
export function checkAuthorities(pem: string, label: string, now: Date): void {
  checkDates(parseCertificates(pem, label), label, now)
}

function checkDates(certificates: x509.X509Certificate[], label: string, now: Date): void {
  for (const { subject, notAfter } of certificates)
    if (notAfter <= now) throw invalidValue(label, `"${subject}" expired at ${notAfter.toISOString()}`)
}

function parseCertificates(pem: string, label: string): x509.X509Certificate[] {
  const bad = (why: string) => invalidValue(label, why)
  let blocks: PemBlock[]
  try {
    blocks = readPem(pem)
  } catch (error) {
    throw error instanceof BadPem ? bad(error.message) : error
  }
  if (blocks.length === 0) throw bad('it holds no PEM certificate')
  return blocks.map(({ label: kind, der }, at) => {
    if (kind !== 'CERTIFICATE') throw bad(`expected PEM blocks of certificates only, found "${kind}"`)
    const unreadable = `certificate ${at + 1} of the chain cannot be read`
    const problem = derProblem(der)
    if (problem) throw bad(`${unreadable}: ${problem}`)
    try {
      return new x509.X509Certificate(der)
    } catch {
      throw bad(unreadable)
    }
  })
}

/** Some clients accept a chain in the wrong order and others refuse it, so it is refused here. */
async function checkIssued(subject: x509.X509Certificate, issuer: x509.X509Certificate): Promise<void> {
  const named = subject.issuer === issuer.subject
  const signed = named && (await subject.verify({ publicKey: issuer, signatureOnly: true }).catch(() => false))
  if (!signed)
    throw badCertificate(`"${subject.subject}" is not signed by the next one in the chain, "${issuer.subject}"`)
}

/** As in clients, the common name counts only when there are no alternative names. */
function checkHost(leaf: x509.X509Certificate, host: string): void {
  const alternatives = leaf.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? []
  const dns = alternatives.filter(({ type }) => type === 'dns').map(({ value }) => value)
  const names = alternatives.length > 0 ? dns : leaf.subjectName.getField('CN')
  if (!names.some((name) => covers(name.toLowerCase(), host)))
    throw badCertificate(`it is not for ${host}${names.length > 0 ? `, but for ${shortList(names)}` : ''}`)
}

/** A certificate can hold thousands of names; the message names a few. */
const shortList = (names: string[]) => names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '')

/** A wildcard matches exactly one label, the first. */
export function covers(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')))
}

async function checkKey(leaf: x509.X509Certificate, pem: string): Promise<void> {
  const algorithm = algorithmOf(leaf)
  const { subtle } = crypto
  let key: CryptoKey
  try {
    key = await subtle.importKey('pkcs8', toPkcs8(pem, leaf.publicKey.rawData), algorithm, false, ['sign'])
  } catch {
    throw badKey('it is not a PEM private key of the type that the certificate needs')
  }
  const trial = new TextEncoder().encode('does this key belong to this certificate?')
  const signature = await subtle.sign(algorithm, key, trial)
  const known = await leaf.publicKey.export(algorithm, ['verify'])
  if (!(await subtle.verify(algorithm, known, signature, trial))) throw badKey('it does not belong to the certificate')
}

interface KeyAlgorithm {
  name: string
  namedCurve: string
  hash: string
}

function algorithmOf({ publicKey }: x509.X509Certificate): KeyAlgorithm {
  const { name, namedCurve = '' } = publicKey.algorithm as Partial<KeyAlgorithm>
  const known = ['RSASSA-PKCS1-v1_5', 'ECDSA', 'Ed25519'].find((each) => each === name)
  if (!known) throw badCertificate('TLS servers do not use this type of key: use RSA, ECDSA or Ed25519')
  return { name: known, namedCurve, hash: 'SHA-256' }
}

const badCertificate = (why: string) => invalidValue('certificate', why)
const badKey = (why: string) => invalidValue('private-key', why)
