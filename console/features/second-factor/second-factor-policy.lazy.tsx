// Whether a silo requires a second factor from its local users, and the form that changes it.
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField } from '../../form/value-fields.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { secondFactorPolicy } from './second-factor-queries.ts'
import { dateTimeText } from '../../util/time-text.ts'

const DAY_MS = 86_400_000
const MAX_GRACE_DAYS = 365
const DEFAULT_GRACE_DAYS = 14

/** Nothing for silos whose users sign in with an identity provider. */
export function SecondFactorPolicy({ silo, whyNot }: { silo: string; whyNot?: string | undefined }) {
  const { data } = useLoad(secondFactorPolicy(silo), { optional: true })
  const [isOpen, setOpen] = useState(false)
  if (!data?.isLocal) return null
  return (
    <>
      <Card
        title="Second factor"
        text={textOf(data.timeRequired)}
        actions={<ActionButton action={{ label: 'Change requirement', whyNot, run: () => setOpen(true) }} />}
      />
      {isOpen && <PolicyForm silo={silo} timeRequired={data.timeRequired} onClose={() => setOpen(false)} />}
    </>
  )
}

function textOf(timeRequired: Date | null): string {
  if (!timeRequired) return 'Users can set up a second factor but do not need one.'
  const isNow = timeRequired.getTime() <= Date.now()
  return isNow
    ? 'Required. Users without a second factor must set one up before they can do anything else.'
    : `Required from ${dateTimeText(timeRequired)}.`
}

const daysUntil = (time: Date | null) =>
  time ? Math.max(0, Math.ceil((time.getTime() - Date.now()) / DAY_MS)) : DEFAULT_GRACE_DAYS

interface Values {
  isRequired: boolean
  days: number
}

interface PolicyFormProps {
  silo: string
  timeRequired: Date | null
  onClose: () => void
}

function PolicyForm({ silo, timeRequired, onClose }: PolicyFormProps) {
  const [daysLeft] = useState(() => daysUntil(timeRequired))
  return (
    <SideForm
      operation="second_factor_policy_update"
      title="Change second factor requirement"
      submitLabel="Save"
      mustChange
      defaultValues={{ isRequired: timeRequired !== null, days: daysLeft }}
      toParams={({ isRequired, days }: Values) => ({
        path: { silo },
        body: { timeRequired: isRequired ? new Date(Date.now() + days * DAY_MS) : null },
      })}
      onSuccess={() => {
        toast('Second factor requirement changed')
        onClose()
      }}
      onClose={onClose}
    >
      <CheckboxField name="isRequired" label="Require a second factor" help="Service accounts are not affected." />
      <GracePeriod />
    </SideForm>
  )
}

function GracePeriod() {
  const isRequired = useWatch<Values, 'isRequired'>({ name: 'isRequired' })
  return (
    isRequired && (
      <NumberField
        name="days"
        label="Grace period"
        unit="days"
        min={0}
        max={MAX_GRACE_DAYS}
        keepTooLarge
        help="After it, users without a second factor can only set one up."
      />
    )
  )
}
