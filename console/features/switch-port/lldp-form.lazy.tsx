// Changing what a link announces over LLDP.
import type { Model } from '#contract/client.ts'
import { isIpv6 } from '#contract/ip.ts'
import { ipProblem } from '#contract/network-checks.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import type { PortAt } from './switch-port-queries.ts'

type Config = Model<'LldpLinkConfig'>
type LldpValues = Record<'chassisId' | 'linkName' | 'linkDescription' | 'systemName' | 'systemDescription', string> & {
  enabled: boolean
  managementIp: string
}

interface LldpFormProps {
  at: PortAt
  config: Config
  onClose: () => void
}

const MAX_BYTES = 255
const fits = (text: string) =>
  new TextEncoder().encode(text).length <= MAX_BYTES || `Must be ${MAX_BYTES} bytes or fewer`
const withWidth = (ip: string) => `${ip}/${isIpv6(ip) ? 128 : 32}`

const text = (name: keyof LldpValues, label: string, help?: string) => (
  <TextField name={name} label={label} help={help} rules={{ validate: fits }} />
)

export function LldpForm({ at, config, onClose }: LldpFormProps) {
  const { rackId, location, port } = at
  return (
    <SideForm
      operation="networking_switch_port_lldp_config_update"
      title="Edit LLDP"
      submitLabel="Update LLDP"
      mustChange
      defaultValues={{
        enabled: config.enabled,
        chassisId: config.chassisId ?? '',
        linkName: config.linkName ?? '',
        linkDescription: config.linkDescription ?? '',
        systemName: config.systemName ?? '',
        systemDescription: config.systemDescription ?? '',
        managementIp: config.managementIp?.replace(/\/.*$/, '') ?? '',
      }}
      toParams={({ enabled, managementIp, ...texts }: LldpValues) => ({
        path: { port },
        query: { rackId, switchLocation: location },
        body: {
          id: config.id,
          enabled,
          chassisId: texts.chassisId || null,
          linkName: texts.linkName || null,
          linkDescription: texts.linkDescription || null,
          systemName: texts.systemName || null,
          systemDescription: texts.systemDescription || null,
          managementIp: managementIp.trim() ? withWidth(managementIp.trim()) : null,
        },
      })}
      onSuccess={() => {
        toast(`LLDP updated on ${port}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>This changes the port settings and every port that uses them.</Message>
      <CheckboxField name="enabled" label="LLDP" help="Exchange announcements with the neighbor." />
      {text('systemName', 'System name')}
      {text('systemDescription', 'System description')}
      {text('linkName', 'Port name')}
      {text('linkDescription', 'Port description')}
      {text('chassisId', 'Chassis ID', 'Leave blank for the default.')}
      <TextField
        name="managementIp"
        label="Management IP"
        mono
        rules={{ validate: (ip: string) => ip.trim() === '' || (ipProblem(ip) ?? true) }}
      />
    </SideForm>
  )
}
