// Reads an identity provider's SAML metadata: its login URLs and signing certificates.
import { X509Certificate } from 'node:crypto'
import { METADATA_LIMITS } from './xml-bounds.ts'
import { BadXml, childElements, elementsOf, parseXml } from './xml-tree.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:'
/** Every login tries each certificate in turn. */
const MAX_CERTIFICATES = 16

export interface Metadata {
  redirect: string | undefined
  post: string | undefined
  /** Base64-encoded DER, as in the document. */
  certificates: string[]
}

/** The message says what is wrong with the document, for the administrator who supplied it. */
export class BadMetadata extends Error {}

export const UNPARSABLE = 'the metadata could not be parsed as an EntityDescriptor!'

export async function parseMetadata(document: string): Promise<Metadata> {
  const root = await parseXml(document, METADATA_LIMITS).catch((error: unknown) => {
    throw error instanceof BadXml ? new BadMetadata(`${UNPARSABLE} ${error.message}`) : error
  })
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== METADATA)
    throw new BadMetadata(`${UNPARSABLE} its root is ${root.nodeName.slice(0, 100)}`)
  const [provider] = childElements(root, 'IDPSSODescriptor')
  if (!provider) throw new BadMetadata('no md:IDPSSODescriptor section')

  const certificates = childElements(provider, 'KeyDescriptor')
    .filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) => [...elementsOf(key)].filter(({ localName }) => localName === 'X509Certificate'))
  if (certificates.length > MAX_CERTIFICATES)
    throw new BadMetadata(`more than ${MAX_CERTIFICATES} signing keys in IDP metadata`)
  const readable = certificates
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ''))
    .filter(isCertificate)
  if (readable.length === 0) throw new BadMetadata('no signing key found in IDP metadata')

  const services = childElements(provider, 'SingleSignOnService')
  const at = (binding: string) =>
    services
      .filter((service) => service.getAttribute('Binding') === BINDINGS + binding)
      .map((service) => service.getAttribute('Location') ?? '')
      .find(isWebAddress)
  const [redirect, post] = [at('HTTP-Redirect'), at('HTTP-POST')]
  if (!redirect && !post)
    throw new BadMetadata('no SingleSignOnService with an HTTP-Redirect or HTTP-POST binding in IDP metadata')
  return { redirect, post, certificates: readable }
}

/** Other schemes, such as javascript:, could run a script on our page. */
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function isCertificate(base64: string): boolean {
  try {
    return Boolean(new X509Certificate(Buffer.from(base64, 'base64')))
  } catch {
    return false
  }
}
