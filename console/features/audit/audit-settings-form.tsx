// Editing the settings of the audit log.
import { useWatch } from 'react-hook-form'
import type { Data } from '#contract/client.ts'
import { MAX_AUDIT_RETENTION_DAYS, MIN_AUDIT_RETENTION_DAYS } from '#contract/limits.ts'
import { TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField, RadioField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  keep: 'forever' | 'days'
  days: number
  forward: 'off' | 'syslog'
  host: string
  port: number
  ca: string
}

const DEFAULT_DAYS = 400
/** The port of syslog over TLS. */
const DEFAULT_PORT = 6514

const toParams = ({ keep, days, forward, host, port, ca }: Values) => ({
  body: {
    retentionDays: keep === 'days' ? days : null,
    syslog: forward === 'syslog' ? { host: host.trim(), port, ca: ca.trim() === '' ? null : ca } : null,
  },
})

interface AuditSettingsFormProps extends FormEnds<void> {
  settings: Data<'audit_settings_view'>
}

export function AuditSettingsForm({ settings, onDone, onClose }: AuditSettingsFormProps) {
  const { retentionDays, syslog } = settings
  const defaultValues: Values = {
    keep: retentionDays ? 'days' : 'forever',
    days: retentionDays ?? DEFAULT_DAYS,
    forward: syslog ? 'syslog' : 'off',
    host: syslog?.host ?? '',
    port: syslog?.port ?? DEFAULT_PORT,
    ca: syslog?.ca ?? '',
  }
  return (
    <SideForm
      operation="audit_settings_update"
      title="Audit log settings"
      submitLabel="Save settings"
      whyNot={useWhyNotFleet()}
      mustChange
      defaultValues={defaultValues}
      toParams={toParams}
      onSuccess={() => {
        toast('Audit log settings saved')
        return onDone()
      }}
      onClose={onClose}
    >
      <RetentionFields />
      <ForwardFields />
    </SideForm>
  )
}

const retentions = [
  { value: 'forever', label: 'Forever', help: 'Nothing is ever removed.' },
  { value: 'days', label: 'For a number of days', help: 'Older entries are removed, once they are sealed.' },
] as const

function RetentionFields() {
  const keep = useWatch<Values, 'keep'>({ name: 'keep' })
  return (
    <>
      <RadioField name="keep" label="Keep entries" options={retentions} />
      {keep === 'days' && (
        <>
          <NumberField
            name="days"
            label="Days"
            min={MIN_AUDIT_RETENTION_DAYS}
            max={MAX_AUDIT_RETENTION_DAYS}
            keepTooLarge
          />
          <Message tone="notice">
            Removed entries cannot be brought back. A signed checkpoint remains. Export the log first to keep them.
          </Message>
        </>
      )}
    </>
  )
}

const targets = [
  { value: 'off', label: 'Nowhere' },
  { value: 'syslog', label: 'Syslog server', help: 'Sealed entries and checkpoints, as RFC 5424 messages over TLS.' },
] as const

function ForwardFields() {
  const forward = useWatch<Values, 'forward'>({ name: 'forward' })
  return (
    <>
      <RadioField name="forward" label="Forward entries to" options={targets} />
      {forward === 'syslog' && (
        <>
          <Message>Forwarding begins with the next entry. Export the log to have the earlier ones too.</Message>
          <TextField name="host" label="Host" required />
          <NumberField name="port" label="Port" min={1} max={65535} keepTooLarge />
          <TextField
            name="ca"
            label="Certificate authority"
            rows={4}
            help="PEM. Without it, the well-known authorities are trusted."
          />
        </>
      )}
    </>
  )
}
