// What an identity provider answers, and whether to believe it. The library checks the signature, the time and the audience;
// here is what it leaves to its users: the issuer, the strength of the signature, and for whom the assertion was made.
import type { Profile, SamlConfig } from '@node-saml/node-saml'
import type { SamlAssertion, SamlProvider } from '#control/frame/ports.ts'

/** Clocks differ; more than this is somebody's mistake. */
export const SKEW = 60_000

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const SHA2 = ['sha224', 'sha256', 'sha384', 'sha512']
/** Signatures and digests of the SHA-2 family. */
const STRONG: ReadonlySet<string> = new Set([
  ...SHA2.flatMap((hash) => [`${MORE}rsa-${hash}`, `${MORE}ecdsa-${hash}`, MORE + hash]),
  'http://www.w3.org/2009/xmldsig11#dsa-sha256',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const LONGEST_NAME = 512

/** As the library parses XML: attributes under $, text under _, children by name. */
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
  config: SamlConfig,
  response: string,
  now: Date,
): Promise<SamlAssertion> {
  await assertStrong(response)
  const { SAML } = await import('@node-saml/node-saml')
  /** The library asks the machine for the time; ours comes in by argument. */
  class OurTime extends SAML {
    protected override checkTimestampsValidityError(
      _now: number,
      ...times: [notBefore: string, notOnOrAfter: string, longest?: number]
    ) {
      return super.checkTimestampsValidityError(now.getTime(), ...times)
    }
  }
  const library = new OurTime({ ...config, acceptedClockSkewMs: SKEW })
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse: response })
  const signed = profile?.getAssertion?.() as { Assertion: Node } | undefined
  if (!profile || !signed) throw new Refused('it holds no assertion')
  return readAssertion(provider, profile, signed.Assertion, now)
}

function readAssertion(provider: SamlProvider, profile: Profile, assertion: Node, now: Date): SamlAssertion {
  const id = assertion.$?.ID
  if (!id) throw new Refused('its assertion has no ID')
  if (profile.issuer !== provider.idp_entity_id) throw new Refused(`it was issued by "${profile.issuer}"`)

  const subject = children(assertion, 'Subject')[0]
  const name_id = children(subject, 'NameID')[0]?._?.trim() ?? ''
  if (name_id === '') throw new Refused('it names nobody')
  if (name_id.length > LONGEST_NAME) throw new Refused('its NameID is too long')
  const confirmed = children(subject, 'SubjectConfirmation')
    .filter((each) => each.$?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((each) => children(each, 'SubjectConfirmationData')[0]?.$ ?? {})
    .find(({ Recipient, NotOnOrAfter, NotBefore }) => {
      // made for another service, it would let that service's owner in here under anybody's name
      if (Recipient !== provider.acs_url || !NotOnOrAfter) return false
      const early = NotBefore !== undefined && Date.parse(NotBefore) > now.getTime() + SKEW
      return !early && Date.parse(NotOnOrAfter) > now.getTime() - SKEW
    })
  if (!confirmed) throw new Refused(`no valid bearer confirmation for ${provider.acs_url}`)

  const expires = Date.parse(children(assertion, 'Conditions')[0]?.$?.NotOnOrAfter ?? '')
  if (Number.isNaN(expires)) throw new Refused('its conditions have no end')
  const answered = [profile.inResponseTo, confirmed.InResponseTo]
  return {
    id,
    name_id,
    in_response_to: answered.filter((each): each is string => typeof each === 'string'),
    attributes: attributesOf(assertion),
    time_expires: new Date(expires + SKEW).toISOString(),
  }
}

function attributesOf(assertion: Node): Record<string, string[]> {
  const all = new Map<string, string[]>()
  for (const attribute of children(assertion, 'AttributeStatement').flatMap((each) => children(each, 'Attribute'))) {
    const values = children(attribute, 'AttributeValue').map((value) => value._ ?? '')
    const name = attribute.$?.Name ?? ''
    all.set(name, [...(all.get(name) ?? []), ...values])
  }
  return Object.fromEntries(all)
}

/** Looked at beforehand and in the whole document: the library would take SHA-1, which can be forged. */
async function assertStrong(response: string): Promise<void> {
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(Buffer.from(response, 'base64').toString('utf8')).catch((error: Error) => {
    throw new Refused(error.message, false)
  })
  if (!document.documentElement) throw new Refused('it is no XML document', false)
  for (const method of xpath.selectElements(
    document,
    "//*[local-name()='SignatureMethod' or local-name()='DigestMethod']",
  )) {
    const algorithm = method.getAttribute('Algorithm') ?? ''
    if (!STRONG.has(algorithm)) throw new Refused(`it is signed with "${algorithm}", which is not of the SHA-2 family`)
  }
}
