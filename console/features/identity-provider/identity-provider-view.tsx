// One SAML identity provider. Read only: providers cannot be changed. The values that the identity provider needs can be copied.
import { useNavigationType } from 'react-router'
import type { Model } from '#contract/client.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { CopyValue } from './copy-value.tsx'
import { SigningCertificateFacts } from './metadata-facts.tsx'

interface IdentityProviderViewProps {
  provider: Model<'SamlIdentityProvider'>
  onClose: () => void
}

export function IdentityProviderView({ provider, onClose }: IdentityProviderViewProps) {
  const animate = useNavigationType() === 'PUSH'
  return (
    <SideModal title="Identity provider" subtitle={provider.name} animate={animate} onDismiss={onClose}>
      <div className="space-y-5">
        <section className="space-y-3">
          <h3 className="font-medium">For the identity provider</h3>
          <CopyValue label="ACS URL" text={provider.acsUrl} />
          <CopyValue label="Entity ID" text={provider.spClientId} />
          <CopyValue label="Single Logout (SLO) URL" text={provider.sloUrl} />
        </section>
        <Properties
          items={[
            { name: 'Description', value: provider.description },
            { name: 'Contact email', value: <CopyText text={provider.technicalContactEmail} /> },
            { name: 'Provider entity ID', value: provider.idpEntityId },
            { name: 'Group attribute', value: provider.groupAttributeName },
            { name: 'Signs requests', value: provider.publicCert ? 'Yes' : 'No' },
            { name: 'Created', value: <DateTime value={provider.timeCreated} /> },
            { name: 'Updated', value: <DateTime value={provider.timeModified} /> },
            { name: 'ID', value: <CopyText text={provider.id} /> },
          ]}
        />
        {provider.publicCert && <SigningCertificateFacts base64={provider.publicCert} />}
      </div>
    </SideModal>
  )
}
