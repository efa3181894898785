// The details of a silo's certificate.
import type { Model } from '#contract/client.ts'
import { CopyButton, CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { CertificateDetails } from '../../form/certificate-facts.tsx'

export function SiloCertificateView({
  certificate,
  onClose,
}: {
  certificate: Model<'Certificate'>
  onClose: () => void
}) {
  return (
    <SideModal title="Certificate" subtitle={certificate.name} onDismiss={onClose}>
      <div className="space-y-5">
        <Properties
          items={[
            { name: 'Description', value: certificate.description },
            { name: 'ID', value: <CopyText text={certificate.id} /> },
            { name: 'Added', value: <DateTime value={certificate.timeCreated} /> },
            { name: 'PEM', value: <CopyButton text={certificate.cert} label="Copy certificate" /> },
          ]}
        />
        <CertificateDetails pem={certificate.cert} />
      </div>
    </SideModal>
  )
}
