// The silo's limit on the lifetime of access tokens, and the form that changes it.
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField } from '../../form/value-fields.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { authSettings } from './auth-settings-queries.ts'

const DAY_S = 86_400
/** The API counts seconds in 32 bits. */
const MAX_DAYS = Math.floor((2 ** 32 - 1) / DAY_S)

const daysText = (seconds: number) => {
  const days = Math.round((seconds / DAY_S) * 10) / 10
  return `${days} day${days === 1 ? '' : 's'}`
}

export function TokenLimit() {
  const { data, error } = useLoad(authSettings())
  const [isOpen, setOpen] = useState(false)
  if (error) throw error
  const seconds = data?.deviceTokenMaxTtlSeconds
  const text = seconds ? `New access tokens last at most ${daysText(seconds)}.` : 'New access tokens can last forever.'
  return (
    <>
      <Card
        title="Token limit"
        text={data && text}
        actions={<ActionButton action={{ label: 'Change limit', run: () => setOpen(true) }} />}
      />
      {isOpen && data && <TokenLimitForm seconds={seconds ?? null} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Values {
  isLimited: boolean
  days: number
}

function TokenLimitForm({ seconds, onClose }: { seconds: number | null; onClose: () => void }) {
  return (
    <SideForm
      operation="auth_settings_update"
      title="Change token limit"
      submitLabel="Save"
      mustChange
      defaultValues={{
        isLimited: seconds !== null,
        days: seconds === null ? 90 : Math.max(1, Math.round(seconds / DAY_S)),
      }}
      toParams={({ isLimited, days }: Values) => ({
        body: { deviceTokenMaxTtlSeconds: isLimited ? days * DAY_S : null },
      })}
      onSuccess={() => {
        toast('Token limit changed')
        onClose()
      }}
      onClose={onClose}
    >
      <CheckboxField
        name="isLimited"
        label="Limit the lifetime of access tokens"
        help="Applies to new tokens of every user and service account in this silo."
      />
      <Days />
    </SideForm>
  )
}

function Days() {
  const isLimited = useWatch<Values, 'isLimited'>({ name: 'isLimited' })
  return (
    isLimited && <NumberField name="days" label="Longest lifetime" unit="days" min={1} max={MAX_DAYS} keepTooLarge />
  )
}
