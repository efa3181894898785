// Verifies the value of a signature before anything reads what it signs. The library does it the other way round: for every
// certificate of the provider it searches the whole document with XPath and digests it, and only then verifies the signature.
import { X509Certificate } from 'node:crypto'
import { childElements, elementsOf } from './xml-tree.ts'

/** With a chain of four certificates a signature has about 30. */
export const MAX_SIGNATURE_ELEMENTS = 64

/**
 * The certificates whose key made this signature, or none if it is malformed. Whether the document is what was signed is left to
 * the library.
 */
export async function signersOf(signature: Element, certificates: readonly string[]): Promise<string[]> {
  if ([...elementsOf(signature)].length > MAX_SIGNATURE_ELEMENTS) return []
  // loaded on first use: most servers have no identity provider
  const { findAncestorNs, SignedXml } = await import('xml-crypto')
  try {
    const library = new SignedXml()
    library.loadSignature(signature)
    const { canonicalizationAlgorithm = '', signatureAlgorithm = '', SignatureAlgorithms } = library
    const [signedInfo] = childElements(signature, 'SignedInfo')
    const [value] = childElements(signature, 'SignatureValue')
    const Algorithm = SignatureAlgorithms[signatureAlgorithm]
    if (!signedInfo || !value || !Algorithm) return []
    const ancestorNamespaces = findAncestorNs(signedInfo as unknown as Document, '.')
    const text = library.getCanonXml([canonicalizationAlgorithm], signedInfo, { ancestorNamespaces })
    const isSigner = (certificate: string) => {
      const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
      return new Algorithm().verifySignature(text, publicKey, value.textContent ?? '')
    }
    return certificates.filter(isSigner)
  } catch {
    return []
  }
}
