// Single sign-on over SAML, for the control plane: requests, answers, metadata and key pairs, by a library that needs Node.
import { createPrivateKey, createSign, createVerify, X509Certificate } from 'node:crypto'
import type { SamlConfig } from '@node-saml/node-saml'
import type { Saml, SamlProvider } from '#control/frame/ports.ts'
import { BadMetadata, type Metadata, parseMetadata } from './saml-metadata.ts'
import { Refused, validateResponse } from './saml-response.ts'

const PATIENCE = 5000
const LARGEST_DOCUMENT = 1_048_576

export function makeSaml(): Saml {
  return {
    fetchMetadata,
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
      // what is posted is not compressed
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

function configOf(provider: SamlProvider, metadata: Metadata): SamlConfig {
  const { sp_client_id, acs_url, public_cert, private_key } = provider
  return {
    entryPoint: metadata.redirect ?? metadata.post,
    idpCert: metadata.certificates,
    issuer: sp_client_id,
    audience: sp_client_id,
    callbackUrl: acs_url,
    // how people prove who they are, and what they are called, is the identity provider's business
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // one of the two must be signed, and only what is signed is read
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
  const certificate = attempt(() => new X509Certificate(Buffer.from(public_cert, 'base64')))
  if (!certificate) return { field: 'public_cert', reason: 'expected base64 of an X.509 certificate in DER' }
  const der = { key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs1' } as const
  const key = attempt(() => createPrivateKey(der))
  if (!key) return { field: 'private_key', reason: 'expected base64 of an RSA private key in DER (PKCS #1)' }
  const trial = 'does this key belong to this certificate?'
  const signature = createSign('sha256').update(trial).sign(key)
  const isPair = attempt(() => createVerify('sha256').update(trial).verify(certificate.publicKey, signature)) ?? false
  return isPair ? undefined : { field: 'private_key', reason: 'the key does not belong to the certificate' }
}

const fetchMetadata: Saml['fetchMetadata'] = async (url) => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { error: 'error querying url: it must begin with http:// or https://' }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
    if (!response.ok) {
      await response.body?.cancel()
      return { error: `querying url returned: ${response.status}` }
    }
    const document = await readBounded(response)
    return document === undefined ? { error: 'error querying url: the document is too large' } : { document }
  } catch (error) {
    return { error: `error querying url: ${explain(error)}` }
  }
}

/** What the address answers may be anything: no more than a document's worth is read. */
async function readBounded({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LARGEST_DOCUMENT) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer within 5 seconds'
  return error.cause instanceof Error ? error.cause.message : error.message
}
