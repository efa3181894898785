// Details of the chosen metadata and signing certificates, before they are sent.
import { readCertificate, type CertificateFacts } from '#contract/x509.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Expiry } from '../../form/certificate-facts.tsx'
import { bytesOf, readMetadata, whyNotMetadata } from './saml-metadata.ts'

export function MetadataFacts({ xml }: { xml: string }) {
  if (xml === '' || whyNotMetadata(xml)) return null
  const { entityId, signInUrls, certificates } = readMetadata(xml)
  return (
    <section aria-label="Metadata contents" className="space-y-3">
      <Properties
        items={[
          { name: 'Entity ID', value: entityId },
          { name: 'Sign-in URL', value: signInUrls.join(', ') },
          ...certificates.flatMap(keyFacts),
        ]}
      />
      {certificates.length === 0 && <Message tone="notice">The metadata has no signing key.</Message>}
    </section>
  )
}

const keyFacts = (certificate: CertificateFacts, at: number, { length }: readonly CertificateFacts[]) => {
  const number = length > 1 ? ` ${at + 1}` : ''
  return [
    { name: `Signing key${number}`, value: certificate.subject },
    { name: `Valid until${number}`, value: <Expiry chain={[certificate]} /> },
  ]
}

/** Base64 of DER. */
export function whyNotSigningCertificate(base64: string): string | undefined {
  try {
    readCertificate(bytesOf(base64))
    return undefined
  } catch {
    return 'Not a DER certificate'
  }
}

export function SigningCertificateFacts({ base64 }: { base64: string }) {
  if (base64 === '' || whyNotSigningCertificate(base64)) return null
  const certificate = readCertificate(bytesOf(base64))
  return (
    <section aria-label="Signing certificate contents">
      <Properties
        items={[
          { name: 'Subject', value: certificate.subject },
          { name: 'Issuer', value: certificate.issuer },
          { name: 'Valid from', value: <DateTime value={certificate.notBefore} /> },
          { name: 'Valid until', value: <Expiry chain={[certificate]} /> },
        ]}
      />
    </section>
  )
}
