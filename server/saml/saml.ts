// Single sign-on over SAML for the control plane: requests, responses, metadata and key pairs, with a library that needs Node.
import { createPrivateKey, createSign, createVerify, X509Certificate } from 'node:crypto'
import type { SamlConfig } from '@node-saml/node-saml'
import type { Log } from '#control/frame/ports/host.ts'
import type { Saml, SamlProvider } from '#control/frame/ports/single-sign-on.ts'
import { makeOutgoing, type Outgoing } from '../outgoing/reach.ts'
import { fetchMetadata } from './metadata-fetch.ts'
import { BadMetadata, type Metadata, parseMetadata } from './saml-metadata.ts'
import { Refused, validateResponse } from './saml-response.ts'

const MAX_KEY_LENGTH = 16_384
/** Signing time grows with the cube of the key size: 16,384 bits would block every login redirect for a second. */
const MAX_KEY_BITS = 8192

interface Rules {
  outgoing?: Outgoing | undefined
  log?: Pick<Log, 'warn'> | undefined
}

export function makeSaml({ outgoing = makeOutgoing(), log }: Rules = {}): Saml {
  return {
    fetchMetadata: (url) => fetchMetadata(url, outgoing('saml'), log),
    async metadataProblem(document) {
      try {
        await parseMetadata(document)
        return undefined
      } catch (error) {
        if (error instanceof BadMetadata) return error.message
        throw error
      }
    },
    keyPairProblem,
    async request(provider, id, relayState) {
      const { SAML } = await import('@node-saml/node-saml')
      const metadata = await parseMetadata(provider.idp_metadata)
      const config = { ...configOf(provider, metadata), generateUniqueId: () => id }
      if (metadata.redirect) return { location: await new SAML(config).getAuthorizeUrlAsync(relayState, undefined, {}) }
      // posted requests are not compressed
      const posted = new SAML({ ...config, skipRequestCompression: true })
      const fields = (await posted.getAuthorizeMessageAsync(relayState)) as Record<string, string>
      return { action: metadata.post ?? '', fields }
    },
    async validate(provider, response, now) {
      try {
        const config = configOf(provider, await parseMetadata(provider.idp_metadata))
        return await validateResponse(provider, config, response, now)
      } catch (error) {
        const isReadable = !(error instanceof Refused) || error.isReadable
        return { refused: error instanceof Error ? error.message : String(error), isReadable }
      }
    },
  }
}

function configOf(provider: SamlProvider, metadata: Metadata): SamlConfig & { idpCert: string[] } {
  const { sp_client_id, acs_url, public_cert, private_key } = provider
  return {
    entryPoint: metadata.redirect ?? metadata.post,
    idpCert: metadata.certificates,
    issuer: sp_client_id,
    audience: sp_client_id,
    callbackUrl: acs_url,
    // the identity provider decides how users authenticate and what they are called
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // the library requires a signature on one of the two and reads only the signed part
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    ...(public_cert && private_key
      ? {
          privateKey: pem('RSA PRIVATE KEY', private_key),
          publicCert: pem('CERTIFICATE', public_cert),
          signatureAlgorithm: 'sha256' as const,
          digestAlgorithm: 'sha256',
        }
      : {}),
  }
}

const pem = (label: string, base64: string) =>
  `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END ${label}-----\n`

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const keyPairProblem: Saml['keyPairProblem'] = ({ public_cert, private_key }) => {
  for (const [field, value] of Object.entries({ public_cert, private_key }))
    if (value.length > MAX_KEY_LENGTH) return { field, reason: `longer than ${MAX_KEY_LENGTH} characters` }
  const certificate = attempt(() => new X509Certificate(Buffer.from(public_cert, 'base64')))
  if (!certificate) return { field: 'public_cert', reason: 'expected base64 of an X.509 certificate in DER' }
  const der = { key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs1' } as const
  const key = attempt(() => createPrivateKey(der))
  if (Number(key?.asymmetricKeyDetails?.modulusLength) > MAX_KEY_BITS)
    return { field: 'private_key', reason: `larger than ${MAX_KEY_BITS} bits` }
  if (!key) return { field: 'private_key', reason: 'expected base64 of an RSA private key in DER (PKCS #1)' }
  const trial = 'does this key belong to this certificate?'
  const signature = createSign('sha256').update(trial).sign(key)
  const isPair = attempt(() => createVerify('sha256').update(trial).verify(certificate.publicKey, signature)) ?? false
  return isPair ? undefined : { field: 'private_key', reason: 'the key does not belong to the certificate' }
}
