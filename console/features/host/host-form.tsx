// Adding a host: first the command that prepares it, then its address.
import { capitalize } from '#contract/errors.ts'
import { DEFAULT_SSH_PORT, HOST_USER, hostAddressProblem, hostUserProblem } from '#contract/host-checks.ts'
import { useWatch } from 'react-hook-form'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField } from '../../form/value-fields.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { usePlatform } from '../../platform.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { SetupCommand } from './setup-command.tsx'
import { hostName } from './host-names.ts'
import type { Host } from './host-queries.ts'
import { useHostSetup } from './use-host-setup.ts'

interface Values {
  address: string
  port: number
  user: string
}

interface HostFormProps {
  onDone: (saved: Host) => unknown
  onClose: () => void
}

/** The rules of the server, once there is something to check. */
const checks = (problem: (text: string) => string | undefined) => (text: string) => {
  const found = text.trim() === '' ? undefined : problem(text.trim())
  return found === undefined || capitalize(found)
}

export function HostForm({ onDone, onClose }: HostFormProps) {
  const rack = usePlatform()
  const { setup, isLoading } = useHostSetup()
  const denied = useWhyNotFleet()
  const defaultValues: Values = {
    address: '',
    port: DEFAULT_SSH_PORT,
    user: setup?.user ?? HOST_USER,
  }
  const none =
    rack?.takesHosts === false ? 'Hosts cannot be added: the machines of this rack are simulated.' : undefined
  if (isLoading) return null
  return (
    <SideForm
      operation="host_create"
      title="Add host"
      defaultValues={defaultValues}
      whyNot={denied ?? none}
      toParams={({ address, port, user }: Values) => ({ body: { address: address.trim(), port, user: user.trim() } })}
      onSuccess={(host) => {
        toast(`Host ${hostName(host)} added. Compare its fingerprint.`)
        return onDone(host)
      }}
      onClose={onClose}
    >
      {setup ? (
        <SetupCommand setup={setup} />
      ) : (
        <p className="text-sm text-muted">
          {none ?? 'The setup script is not available.'} <GuideLink guide="hosts">About hosts</GuideLink>
        </p>
      )}
      <TextField
        name="address"
        label="Address"
        required
        mono
        help="A host name or IP address that this server can reach."
        rules={{ validate: { isAddress: checks(hostAddressProblem) } }}
      />
      <NumberField name="port" label="SSH port" min={1} max={65535} />
      <TextField name="user" label="User" required mono rules={{ validate: { isUser: checks(hostUserProblem) } }} />
      <RootNote />
    </SideForm>
  )
}

function RootNote() {
  const user = useWatch<Values, 'user'>({ name: 'user' })
  return user.trim() === 'root' ? (
    <p className="text-sm text-muted">The server signs in as root, so its key controls the host.</p>
  ) : null
}
