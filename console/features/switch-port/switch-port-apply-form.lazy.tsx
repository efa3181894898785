// Applying settings to a port, in place of what it has.
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000PortSettings } from '../switch-port-settings/switch-port-settings-queries.ts'
import type { PortAt } from './switch-port-queries.ts'

interface ApplyFormProps {
  at: PortAt
  /** the name of the settings applied now */
  current: string | undefined
  onClose: () => void
}

export function SwitchPortApplyForm({ at, current, onClose }: ApplyFormProps) {
  const { rackId, location, port } = at
  const names = useData(first1000PortSettings()).items.map(({ name }) => name)
  return (
    <SideForm
      operation="networking_switch_port_apply_settings"
      title={`Apply settings to ${port} on ${location}`}
      submitLabel="Apply settings"
      whyNot={names.length === 0 ? 'Create port settings first.' : undefined}
      defaultValues={{ portSettings: current ?? '' }}
      toParams={(body: { portSettings: string }) => ({
        path: { port },
        query: { rackId, switchLocation: location },
        body,
      })}
      onSuccess={(_, { portSettings }) => {
        toast(`${portSettings} applied to ${port} on ${location}`)
        onClose()
      }}
      onClose={onClose}
    >
      {names.length === 0 && (
        <Message tone="notice">
          There are no port settings yet. <TextLink to={paths.portSettingsNew()}>Create some</TextLink> first.
        </Message>
      )}
      <ComboboxField
        name="portSettings"
        label="Port settings"
        required
        placeholder="Select port settings"
        items={names.map((value) => ({ value, label: value }))}
      />
      {current && <Message>{current} is applied now. Links and sessions that differ are interrupted.</Message>}
    </SideForm>
  )
}
