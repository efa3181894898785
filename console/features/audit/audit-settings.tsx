// Settings of the audit log, over its page.
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { MAX_AUDIT_RETENTION_DAYS, MIN_AUDIT_RETENTION_DAYS } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField, RadioField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { auditSettings } from './audit-queries.ts'

interface Values {
  keep: 'forever' | 'days'
  days: number
}

const DEFAULT_DAYS = 400

export default function AuditSettingsPage() {
  const navigate = useNavigate()
  const { retentionDays } = useData(auditSettings())
  const back = () => navigate(paths.auditLog())
  const defaultValues: Values = { keep: retentionDays ? 'days' : 'forever', days: retentionDays ?? DEFAULT_DAYS }
  return (
    <SideForm
      operation="audit_settings_update"
      title="Audit log settings"
      submitLabel="Save settings"
      whyNot={useWhyNotFleet()}
      mustChange
      defaultValues={defaultValues}
      toParams={({ keep, days }: Values) => ({ body: { retentionDays: keep === 'days' ? days : null } })}
      onSuccess={() => {
        toast('Audit log settings saved')
        return back()
      }}
      onClose={() => void back()}
    >
      <Fields />
    </SideForm>
  )
}

const options = [
  { value: 'forever', label: 'Forever', help: 'Nothing is ever removed.' },
  { value: 'days', label: 'For a number of days', help: 'Older entries are removed, once they are sealed.' },
] as const

function Fields() {
  const keep = useWatch<Values, 'keep'>({ name: 'keep' })
  return (
    <>
      <RadioField name="keep" label="Keep entries" options={options} />
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
