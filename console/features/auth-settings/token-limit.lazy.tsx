// The silo's limit on the lifetime of access tokens, and the form that changes it.
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField } from '../../form/value-fields.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { isNotOffered } from '../../other-host.ts'
import { Card } from '../../ui/display/card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { authSettings, siloAuthSettings } from './auth-settings-queries.ts'

const DAY_S = 86_400
/** The API counts seconds in 32 bits. */
const MAX_DAYS = Math.floor((2 ** 32 - 1) / DAY_S)

const daysText = (seconds: number) => {
  const days = Math.round((seconds / DAY_S) * 10) / 10
  return `${days} day${days === 1 ? '' : 's'}`
}

interface TokenLimitProps {
  /** For operators. Without it, the user's own silo. */
  silo?: string
  whyNot?: string | undefined
}

export function TokenLimit({ silo, whyNot }: TokenLimitProps) {
  const { data, error } = useLoad(silo === undefined ? authSettings() : siloAuthSettings(silo), { optional: true })
  const [isOpen, setOpen] = useState(false)
  if (isNotOffered(error)) return null
  if (error) throw error
  const seconds = data?.deviceTokenMaxTtlSeconds
  const text = seconds ? `New access tokens last at most ${daysText(seconds)}.` : 'New access tokens can last forever.'
  return (
    <>
      <Card
        title="Token limit"
        text={data && text}
        actions={<ActionButton action={{ label: 'Change limit', whyNot, run: () => setOpen(true) }} />}
      />
      {isOpen && data && <TokenLimitForm silo={silo} seconds={seconds ?? null} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Values {
  isLimited: boolean
  days: number
}

const bodyOf = ({ isLimited, days }: Values) => ({ deviceTokenMaxTtlSeconds: isLimited ? days * DAY_S : null })

interface TokenLimitFormProps {
  silo: string | undefined
  seconds: number | null
  onClose: () => void
}

function TokenLimitForm({ silo, seconds, onClose }: TokenLimitFormProps) {
  const form = {
    title: 'Change token limit',
    submitLabel: 'Save',
    mustChange: true,
    defaultValues: {
      isLimited: seconds !== null,
      days: seconds === null ? 90 : Math.max(1, Math.round(seconds / DAY_S)),
    },
    onSuccess: () => {
      toast('Token limit changed')
      onClose()
    },
    onClose,
    children: (
      <>
        <CheckboxField
          name="isLimited"
          label="Limit the lifetime of access tokens"
          help="Applies to new tokens of every user and service account in this silo."
        />
        <Days />
      </>
    ),
  }
  return silo === undefined ? (
    <SideForm {...form} operation="auth_settings_update" toParams={(values: Values) => ({ body: bodyOf(values) })} />
  ) : (
    <SideForm
      {...form}
      operation="silo_auth_settings_update"
      toParams={(values: Values) => ({ path: { silo }, body: bodyOf(values) })}
    />
  )
}

function Days() {
  const isLimited = useWatch<Values, 'isLimited'>({ name: 'isLimited' })
  return (
    isLimited && <NumberField name="days" label="Longest lifetime" unit="days" min={1} max={MAX_DAYS} keepTooLarge />
  )
}
