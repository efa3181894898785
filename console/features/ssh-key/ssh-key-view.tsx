// One SSH key, read-only: instances keep the key they were created with.
import { useNavigationType } from 'react-router'
import type { Model } from '#contract/client.ts'
import { parseSshPublicKey } from '#contract/ssh-public-key.ts'
import { CopyButton, CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Properties } from '../../ui/display/properties.tsx'

const kindOf = (publicKey: string) => {
  const key = parseSshPublicKey(publicKey)
  return 'error' in key ? '' : `${key.type}, ${key.bits} bits`
}

export function SshKeyView({ sshKey: key, onClose }: { sshKey: Model<'SshKey'>; onClose: () => void }) {
  const animate = useNavigationType() === 'PUSH'
  return (
    <SideModal title="View SSH key" subtitle={key.name} animate={animate} onDismiss={onClose}>
      <div className="space-y-5">
        <Properties
          items={[
            { name: 'Name', value: key.name },
            { name: 'Description', value: key.description },
            { name: 'ID', value: <CopyText text={key.id} /> },
            { name: 'Kind', value: kindOf(key.publicKey) },
            { name: 'Created', value: <DateTime value={key.timeCreated} /> },
            { name: 'Updated', value: <DateTime value={key.timeModified} /> },
          ]}
        />
        <section aria-label="Public key">
          <div className="mb-1 flex items-center justify-between">
            <h3 className="text-xs text-muted">Public key</h3>
            <CopyButton text={key.publicKey} label="Copy public key" />
          </div>
          <p className="rounded-md border border-line bg-raised px-3 py-2 font-mono text-xs break-all">
            {key.publicKey}
          </p>
        </section>
      </div>
    </SideModal>
  )
}
