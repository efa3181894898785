// Trusting the new key of a host that was reinstalled. The fingerprint is typed, so that it comes from the host and not from this page.
import { isHostFingerprint } from '#contract/host-checks.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { hostName } from './host-names.ts'
import type { Host } from './host-queries.ts'

const isFingerprint = (text: string) =>
  text.trim() === '' || isHostFingerprint(text.trim()) || 'Must be SHA256: and 43 characters'

export function HostTrustForm({ host, onClose }: { host: Host; onClose: () => void }) {
  return (
    <SideForm
      operation="host_trust"
      title="Trust new key"
      defaultValues={{ fingerprint: '' }}
      whyNot={useWhyNotFleet()}
      toParams={({ fingerprint }: { fingerprint: string }) => ({
        path: { host: host.id },
        body: { fingerprint: fingerprint.trim() },
      })}
      onSuccess={() => {
        toast(`The key of ${hostName(host)} is trusted`)
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        name="fingerprint"
        label="Fingerprint"
        required
        mono
        help="Run this on the host: ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub"
        rules={{ validate: { isFingerprint } }}
      />
    </SideForm>
  )
}
