// How long new passwords of a silo must be, and the form that changes it.
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField } from '../../form/value-fields.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { minLengthOf, passwordPolicy } from './password-policy-queries.ts'

/** Nothing for silos whose users sign in with an identity provider, and on hosts without our additions. */
export function PasswordPolicy({ silo, whyNot }: { silo: string; whyNot?: string | undefined }) {
  const { data } = useLoad(passwordPolicy(silo), { optional: true })
  const [isOpen, setOpen] = useState(false)
  if (!data?.isLocal) return null
  return (
    <>
      <Card
        title="Passwords"
        text={textOf(data.minLength)}
        actions={<ActionButton action={{ label: 'Change minimum', whyNot, run: () => setOpen(true) }} />}
      />
      {isOpen && <PolicyForm silo={silo} minLength={data.minLength} onClose={() => setOpen(false)} />}
    </>
  )
}

const textOf = (minLength: number | null) =>
  minLength === null
    ? `New passwords need at least ${MIN_PASSWORD_LENGTH} characters. Those that an administrator sets through the API can be shorter.`
    : `New passwords need at least ${minLengthOf({ minLength })} characters, and those set through the API at least ${minLength}.`

interface Values {
  hasMinimum: boolean
  length: number
}

interface PolicyFormProps {
  silo: string
  minLength: number | null
  onClose: () => void
}

function PolicyForm({ silo, minLength, onClose }: PolicyFormProps) {
  return (
    <SideForm
      operation="password_policy_update"
      title="Change minimum of passwords"
      submitLabel="Save"
      mustChange
      defaultValues={{ hasMinimum: minLength !== null, length: minLength ?? MIN_PASSWORD_LENGTH }}
      toParams={({ hasMinimum, length }: Values) => ({
        path: { silo },
        body: { minLength: hasMinimum ? length : null },
      })}
      onSuccess={() => {
        toast('Minimum of passwords changed')
        onClose()
      }}
      onClose={onClose}
    >
      <CheckboxField
        name="hasMinimum"
        label="Set a minimum for every new password"
        help="Also applies to passwords set through the API. Existing passwords keep working."
      />
      <Length />
    </SideForm>
  )
}

function Length() {
  const hasMinimum = useWatch<Values, 'hasMinimum'>({ name: 'hasMinimum' })
  return (
    hasMinimum && (
      <NumberField
        name="length"
        label="Minimum length"
        unit="characters"
        min={1}
        max={MAX_MIN_PASSWORD_LENGTH}
        keepTooLarge
        help={`Passwords that people choose or type here need ${MIN_PASSWORD_LENGTH} in any case.`}
      />
    )
  )
}
