// A certificate's details: subject, issuer and expiry.
import { useState } from 'react'
import { readCertificates, type CertificateFacts } from '#contract/x509.ts'
import { Badge } from '../ui/display/badge.tsx'
import { DateTime } from '../ui/display/dates.tsx'
import { Message } from '../ui/display/message.tsx'
import { Properties } from '../ui/display/properties.tsx'

const SHOWN_NAMES = 10
const DAY_MS = 86_400_000
const EXPIRY_NOTICE_DAYS = 30

/** A user-facing reason, or undefined for a readable certificate. */
export function whyNotCertificate(pem: string): string | undefined {
  try {
    readCertificates(pem)
    return undefined
  } catch (error) {
    return `Not a certificate: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Leaf first; empty if unreadable. */
export function certificatesIn(pem: string): CertificateFacts[] {
  try {
    return readCertificates(pem)
  } catch {
    return []
  }
}

/** The chain expires with its first certificate. */
export const expiryOf = (chain: readonly CertificateFacts[]): Date | undefined =>
  chain.map(({ notAfter }) => notAfter).toSorted((a, b) => a.getTime() - b.getTime())[0]

export function CertificateDetails({ pem }: { pem: string }) {
  const [now] = useState(() => new Date())
  const chain = certificatesIn(pem)
  const [leaf] = chain
  if (!leaf) return null
  const more = leaf.names.length - SHOWN_NAMES
  return (
    <section aria-label="Certificate contents" className="space-y-3">
      <Properties
        items={[
          { name: 'Subject', value: leaf.subject },
          {
            name: 'Names',
            value: leaf.names.slice(0, SHOWN_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : ''),
          },
          { name: 'Issuer', value: leaf.issuer },
          { name: 'Valid from', value: <DateTime value={leaf.notBefore} /> },
          { name: 'Valid until', value: <Expiry chain={chain} /> },
          { name: 'Chain', value: chain.length === 1 ? '1 certificate' : `${chain.length} certificates` },
        ]}
      />
      {leaf.notBefore > now && <Message tone="notice">The certificate is not valid yet.</Message>}
    </section>
  )
}

export function Expiry({ chain }: { chain: readonly CertificateFacts[] }) {
  const [now] = useState(() => Date.now())
  const expiry = expiryOf(chain)
  if (!expiry) return null
  const days = Math.floor((expiry.getTime() - now) / DAY_MS)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <DateTime value={expiry} />
      {days < 0 ? (
        <Badge tone="danger">Expired</Badge>
      ) : (
        days < EXPIRY_NOTICE_DAYS && <Badge tone="notice">Expires soon</Badge>
      )}
    </span>
  )
}
