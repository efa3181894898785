// An identity provider with an independent library (samlify, which the product does not use) that can produce invalid responses.
import 'reflect-metadata/lite'
import { inflateRawSync } from 'node:zlib'
import * as x509 from '@peculiar/x509'
import * as samlify from 'samlify'

export const ACS = 'https://acme.sys.rack.test/login/acme/saml/okta'
export const SP = 'rackwright-at-acme'
export const IDP = 'https://idp.test/metadata'
const { namespace } = samlify.Constants
export const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }

samlify.setSchemaValidator({ validate: async () => 'schemas are not what is tested here' })

export async function makeKeyPair(commonName: string) {
  const keys = (await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${commonName}`,
    notBefore: new Date('2025-01-01T00:00:00Z'),
    notAfter: new Date('2035-01-01T00:00:00Z'),
    signingAlgorithm: RSA,
    keys,
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    /** In the API's format: DER of X.509 and of PKCS #1, which is PKCS #8 without its first 26 bytes. */
    signing_keypair: {
      public_cert: Buffer.from(certificate.rawData).toString('base64'),
      private_key: pkcs8.subarray(26).toString('base64'),
    },
    certificatePem: certificate.toString('pem'),
    keyPem: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  }
}

type KeyPair = Awaited<ReturnType<typeof makeKeyPair>>

export interface Lies {
  nameId?: string
  issuer?: string
  audience?: string
  recipient?: string
  inResponseTo?: string
  assertionId?: string
  notBefore?: string
  notOnOrAfter?: string
  confirmedUntil?: string
  attributes?: Record<string, string[]>
  /** Signs the whole message instead of the assertion. */
  signMessage?: boolean
  algorithm?: string
  /** Applied after signing. */
  tamper?: (xml: string) => string
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function attributeStatement(attributes: Record<string, string[]>): string {
  const each = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escape(name)}">${values
        .map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return each.length === 0 ? '' : `<saml:AttributeStatement>${each.join('')}</saml:AttributeStatement>`
}

export function makeIdp(keys: KeyPair, sp?: KeyPair, bindings = ['redirect', 'post']) {
  let count = 0
  const idpWith = (algorithm: string) =>
    samlify.IdentityProvider({
      entityID: IDP,
      privateKey: keys.keyPem,
      signingCert: keys.certificatePem,
      requestSignatureAlgorithm: algorithm,
      wantAuthnRequestsSigned: sp !== undefined,
      singleLogoutService: [{ Binding: namespace.binding.post, Location: 'https://idp.test/slo' }],
      singleSignOnService: bindings.map((binding) => ({
        Binding: namespace.binding[binding as 'redirect' | 'post'],
        Location: `https://idp.test/sso/${binding}`,
      })),
    })
  const spWith = (signMessage: boolean) =>
    samlify.ServiceProvider({
      entityID: SP,
      wantAssertionsSigned: !signMessage,
      authnRequestsSigned: sp !== undefined,
      ...(sp ? { signingCert: sp.certificatePem } : {}),
      assertionConsumerService: [{ Binding: namespace.binding.post, Location: ACS }],
    })
  const idp = idpWith(RSA_SHA256)

  return {
    metadata: idp.getMetadata(),
    /** Validates a request with the library and returns its id and relay state. */
    async receive(location: string) {
      const { searchParams, search } = new URL(location)
      const query = Object.fromEntries(searchParams)
      const octetString = search.slice(1, search.indexOf('&Signature='))
      const { extract } = await idp.parseLoginRequest(spWith(false), 'redirect', { query, octetString })
      const { id } = extract.request as { id: string }
      return {
        id,
        relayState: query.RelayState,
        xml: inflateRawSync(Buffer.from(query.SAMLRequest!, 'base64')).toString(),
      }
    },
    async receivePost(body: Record<string, string>) {
      const { extract } = await idp.parseLoginRequest(spWith(false), 'post', { body })
      return (extract.request as { id: string }).id
    },
    /** A response as the browser posts it. */
    async respond(now: Date, lies: Lies = {}): Promise<string> {
      const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
      count += 1
      const values: Record<string, string> = {
        ID: `_response-${count}-${now.getTime()}`,
        AssertionID: lies.assertionId ?? `_assertion-${count}-${now.getTime()}`,
        Destination: ACS,
        Audience: lies.audience ?? SP,
        SubjectRecipient: lies.recipient ?? ACS,
        Issuer: lies.issuer ?? IDP,
        IssueInstant: at(0),
        StatusCode: samlify.Constants.StatusCode.Success,
        ConditionsNotBefore: lies.notBefore ?? at(0),
        ConditionsNotOnOrAfter: lies.notOnOrAfter ?? at(300_000),
        SubjectConfirmationDataNotOnOrAfter: lies.confirmedUntil ?? at(300_000),
        NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        NameID: lies.nameId ?? 'ana@acme.test',
        InResponseTo: lies.inResponseTo ?? '',
      }
      const fill = (template: string) => {
        const bare = lies.inResponseTo ? template : template.replaceAll(' InResponseTo="{InResponseTo}"', '')
        const context = bare
          .replace('{AuthnStatement}', '')
          .replace('{AttributeStatement}', attributeStatement(lies.attributes ?? {}))
          .replaceAll(/\{(\w+)\}/g, (all, name: string) => escape(values[name] ?? all))
        return { id: values.ID!, context }
      }
      const signer = lies.algorithm ? idpWith(lies.algorithm) : idp
      const { context } = await signer.createLoginResponse(
        spWith(lies.signMessage ?? false),
        { extract: {} },
        'post',
        {},
        { customTagReplacement: fill },
      )
      const { tamper } = lies
      return tamper ? Buffer.from(tamper(Buffer.from(context, 'base64').toString())).toString('base64') : context
    },
  }
}

export type Idp = ReturnType<typeof makeIdp>

/** The body to create this provider. */
export const providerBody = ({ metadata }: Idp, more: Record<string, unknown> = {}) => ({
  name: 'okta',
  description: 'where everybody is',
  acs_url: ACS,
  slo_url: 'https://acme.sys.rack.test/logout',
  sp_client_id: SP,
  idp_entity_id: IDP,
  technical_contact_email: 'ops@acme.test',
  idp_metadata_source: { type: 'base64_encoded_xml', data: Buffer.from(metadata).toString('base64') },
  ...more,
})

export const samlSilo = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  discoverable: true,
  identity_mode: 'saml_jit',
  quotas: { cpus: 10, memory: 2 ** 34, storage: 2 ** 40 },
  tls_certificates: [],
  ...more,
})
