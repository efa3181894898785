// What an identity provider says of itself (SAML metadata): where people log in, and the keys that it signs with.
import { X509Certificate } from 'node:crypto'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:'

export interface Metadata {
  redirect: string | undefined
  post: string | undefined
  /** Base64 of DER, as the document has them. */
  certificates: string[]
}

/** What is wrong with the document, in words for the person who gave it. */
export class BadMetadata extends Error {}

export async function parseMetadata(document: string): Promise<Metadata> {
  // loaded when first needed: most servers never see an identity provider
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const root = await parseDomFromString(document).then(
    ({ documentElement }) => documentElement,
    (error: Error) => {
      throw new BadMetadata(unparsable(firstLine(error.message)))
    },
  )
  if (!root) throw new BadMetadata(unparsable('it is no XML document'))
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== METADATA)
    throw new BadMetadata(unparsable(`its root is ${root.nodeName}`))

  const inside = (node: Element, path: string) =>
    xpath.selectElements(
      node,
      path.replaceAll(/[A-Z]\w+/g, (name) => `*[local-name()='${name}']`),
    )
  const [provider] = inside(root, './IDPSSODescriptor')
  if (!provider) throw new BadMetadata('no md:IDPSSODescriptor section')

  const certificates = inside(provider, './KeyDescriptor')
    .filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) => inside(key, './/X509Certificate'))
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ''))
    .filter(isCertificate)
  if (certificates.length === 0) throw new BadMetadata('no signing key found in IDP metadata')

  const services = inside(provider, './SingleSignOnService')
  const at = (binding: string) =>
    services
      .filter((service) => service.getAttribute('Binding') === BINDINGS + binding)
      .map((service) => service.getAttribute('Location') ?? '')
      .find(isWebAddress)
  const [redirect, post] = [at('HTTP-Redirect'), at('HTTP-POST')]
  if (!redirect && !post)
    throw new BadMetadata('no SingleSignOnService with an HTTP-Redirect or HTTP-POST binding in IDP metadata')
  return { redirect, post, certificates }
}

const unparsable = (why: string) => `the metadata could not be parsed as an EntityDescriptor! ${why}`
const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? ''

/** A location with another scheme would be a script that runs on our page. */
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function isCertificate(base64: string): boolean {
  try {
    return Boolean(new X509Certificate(Buffer.from(base64, 'base64')))
  } catch {
    return false
  }
}
