// Reads an identity provider's metadata: its identity, login URLs and signing certificates. The server validates the document again
// when it is sent.
import { readCertificate, type CertificateFacts } from '#contract/x509.ts'

export const MAX_METADATA_BYTES = 1024 * 1024

export interface Metadata {
  entityId: string
  signInUrls: string[]
  certificates: CertificateFacts[]
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** Throws with a user-facing reason. */
export function readMetadata(xml: string): Metadata {
  // Chromium describes an XML error with inline styles, which the content security policy reports
  if (!isWellFormed(xml)) throw new Error('it is not XML')
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  if (document.querySelector('parsererror')) throw new Error('it is not XML')
  const root = document.documentElement
  if (root.localName !== 'EntityDescriptor') throw new Error('it has no EntityDescriptor')
  const provider = root.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')[0]
  if (!provider) throw new Error('it does not describe an identity provider')
  const services = [...provider.getElementsByTagNameNS(METADATA, 'SingleSignOnService')]
  return {
    entityId: root.getAttribute('entityID') ?? '',
    signInUrls: [...new Set(services.map((service) => service.getAttribute('Location') ?? ''))],
    certificates: [...provider.getElementsByTagNameNS(METADATA, 'KeyDescriptor')]
      .filter((key) => key.getAttribute('use') !== 'encryption')
      .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')])
      .map(({ textContent }) => readCertificate(bytesOf((textContent ?? '').replaceAll(/\s/g, '')))),
  }
}

const MARKUP =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE[^>[]*>|<(\/?)([^\s<>/="'!?]+)(?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/g

/** Whether tags are closed in order. Finds most errors; the parser finds the rest. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = []
  let roots = 0
  let isOrdered = true
  const text = xml.replaceAll(MARKUP, (_, slash?: string, name?: string, isEmpty?: string) => {
    if (name === undefined) return ''
    if (slash) isOrdered &&= open.pop() === name
    else {
      if (open.length === 0) roots++
      if (!isEmpty) open.push(name)
    }
    return ''
  })
  const hasStray = text.includes('<') || /&(?!(?:\w+|#\w+);)/.test(text)
  return isOrdered && roots === 1 && open.length === 0 && !hasStray
}

export function whyNotMetadata(xml: string): string | undefined {
  try {
    readMetadata(xml)
    return undefined
  } catch (error) {
    return `Invalid metadata: ${error instanceof Error ? error.message : String(error)}`
  }
}

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Base64 of UTF-8. */
export const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
