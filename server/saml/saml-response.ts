// Validates the response of an identity provider. The library checks the signature, the time and the audience. This file checks
// what the library leaves to its callers: size, issuer, signature strength, the NameID, and the intended recipient.
import type { Profile, SamlConfig } from '@node-saml/node-saml'
import type { SamlAssertion, SamlProvider } from '#control/frame/ports/single-sign-on.ts'
import { signersOf } from './signers.ts'
import { RESPONSE_LIMITS } from './xml-bounds.ts'
import { BadXml, childElements, elementsOf, isPlainText, parseXml } from './xml-tree.ts'

/** Tolerated difference between our clock and the identity provider's. */
const CLOCK_SKEW_MS = 60_000

const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const SHA2 = ['sha224', 'sha256', 'sha384', 'sha512']
/** Signature and digest algorithms of the SHA-2 family. */
const STRONG: ReadonlySet<string> = new Set([
  ...SHA2.flatMap((hash) => [`${XMLDSIG_MORE}rsa-${hash}`, `${XMLDSIG_MORE}ecdsa-${hash}`, XMLDSIG_MORE + hash]),
  'http://www.w3.org/2009/xmldsig11#dsa-sha256',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
/** Both end up in unique indexes, which have a size limit on PostgreSQL. */
const MAX_NAME_LENGTH = 512
const MAX_ID_LENGTH = 256

/** XML as the library returns it: attributes under $, text under _, children by name. */
interface Node {
  $?: Record<string, string>
  _?: string
  [child: string]: unknown
}
const children = (node: Node | undefined, name: string): Node[] => (node?.[name] as Node[] | undefined) ?? []

export class Refused extends Error {
  readonly isReadable: boolean

  constructor(reason: string, isReadable = true) {
    super(reason)
    this.isReadable = isReadable
  }
}

export async function validateResponse(
  provider: SamlProvider,
  config: SamlConfig & { idpCert: string[] },
  response: string,
  now: Date,
): Promise<SamlAssertion> {
  const signatures = await inspect(response)
  const signers = await Promise.all(signatures.map((signature) => signersOf(signature, config.idpCert)))
  const idpCert = [...new Set(signers.flat())]
  if (idpCert.length === 0) throw new Refused('Invalid signature')
  const { SAML } = await import('@node-saml/node-saml')
  /** The library reads the system clock; ours is an argument. */
  class OurTime extends SAML {
    protected override checkTimestampsValidityError(
      _now: number,
      ...times: [notBefore: string, notOnOrAfter: string, longest?: number]
    ) {
      return super.checkTimestampsValidityError(now.getTime(), ...times)
    }
  }
  const library = new OurTime({ ...config, idpCert, acceptedClockSkewMs: CLOCK_SKEW_MS })
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse: response })
  const signed = profile?.getAssertion?.() as { Assertion: Node } | undefined
  if (!profile || !signed) throw new Refused('it holds no assertion')
  return readAssertion(provider, profile, signed.Assertion, now)
}

function readAssertion(provider: SamlProvider, profile: Profile, assertion: Node, now: Date): SamlAssertion {
  const id = assertion.$?.ID
  if (!id) throw new Refused('its assertion has no ID')
  if (id.length > MAX_ID_LENGTH) throw new Refused('the ID of its assertion is too long')
  if (profile.issuer !== provider.idp_entity_id) throw new Refused(`it was issued by "${profile.issuer}"`)

  const subject = children(assertion, 'Subject')[0]
  const names = children(subject, 'NameID')
  const name_id = names[0]?._?.trim() ?? ''
  if (name_id === '') throw new Refused('it has no NameID')
  if (name_id.includes('\0')) throw new Refused('its NameID contains a null character')
  if (names.length > 1) throw new Refused('it has more than one NameID')
  if (name_id.length > MAX_NAME_LENGTH) throw new Refused('its NameID is too long')
  const confirmed = children(subject, 'SubjectConfirmation')
    .filter((each) => each.$?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((each) => children(each, 'SubjectConfirmationData')[0]?.$ ?? {})
    .find(({ Recipient, NotOnOrAfter, NotBefore }) => {
      // otherwise the owner of another service could log in here as any of its users
      if (Recipient !== provider.acs_url || !NotOnOrAfter) return false
      const early = NotBefore !== undefined && Date.parse(NotBefore) > now.getTime() + CLOCK_SKEW_MS
      return !early && Date.parse(NotOnOrAfter) > now.getTime() - CLOCK_SKEW_MS
    })
  if (!confirmed) throw new Refused(`no valid bearer confirmation for ${provider.acs_url}`)

  const expires = Date.parse(children(assertion, 'Conditions')[0]?.$?.NotOnOrAfter ?? '')
  if (Number.isNaN(expires)) throw new Refused('its conditions do not expire')
  const answered = [profile.inResponseTo, confirmed.InResponseTo]
  return {
    id,
    name_id,
    in_response_to: answered.filter((each): each is string => typeof each === 'string'),
    is_solicited: typeof confirmed.InResponseTo === 'string',
    attributes: attributesOf(assertion),
    time_expires: new Date(expires + CLOCK_SKEW_MS).toISOString(),
  }
}

function attributesOf(assertion: Node): Record<string, string[]> {
  const all = new Map<string, string[]>()
  for (const attribute of children(assertion, 'AttributeStatement').flatMap((each) => children(each, 'Attribute'))) {
    const values = children(attribute, 'AttributeValue').map((value) => value._ ?? '')
    const name = attribute.$?.Name ?? ''
    const known = all.get(name)
    if (known) known.push(...values)
    else all.set(name, values)
  }
  return Object.fromEntries(all)
}

/** One walk over the whole bounded document, before the library runs XPath on it. Returns the signatures that the library may use. */
async function inspect(response: string): Promise<Element[]> {
  const root = await parseXml(decoded(response), RESPONSE_LIMITS).catch((error: unknown) => {
    throw error instanceof BadXml ? new Refused(error.message, false) : error
  })
  for (const element of elementsOf(root)) {
    const { localName } = element
    // the library accepts SHA-1, which can be forged
    if (localName === 'SignatureMethod' || localName === 'DigestMethod') {
      const algorithm = element.getAttribute('Algorithm') ?? ''
      if (!STRONG.has(algorithm))
        throw new Refused(`it is signed with "${algorithm}", which is not of the SHA-2 family`)
    }
    // "admin<!-- -->@evil.test" is one name to the signer and another to a reader that stops at the comment
    if (localName === 'NameID' && !isPlainText(element)) throw new Refused('its NameID contains markup')
  }
  const assertions = childElements(root, 'Assertion')
  if (assertions.length > 1) throw new Refused('it has multiple assertions')
  return [root, ...assertions].flatMap((element) => {
    const signatures = childElements(element, 'Signature')
    if (signatures.length > 1) throw new Refused('an element has multiple signatures')
    return signatures
  })
}

function decoded(response: string): string {
  // base64 with line breaks is at most this long
  if (response.length > RESPONSE_LIMITS.bytes * 1.5)
    throw new Refused(`it is larger than ${RESPONSE_LIMITS.bytes} bytes`, false)
  return Buffer.from(response, 'base64').toString('utf8')
}
