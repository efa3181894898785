// A form that asks for the code of an authenticator app, or a recovery code; or for the password, where there is neither.
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Message } from '../ui/display/message.tsx'
import { Button } from '../ui/input/button.tsx'
import { Field } from '../ui/input/field.tsx'
import { TextInput } from '../ui/input/text-input.tsx'

interface PasscodeFormProps {
  submitLabel: string
  /** Asks for the password instead. */
  isPassword?: boolean
  help?: string | undefined
  error: string | undefined
  isPending: boolean
  danger?: boolean
  /** The form is the whole page, and its buttons are as wide as the field. */
  isPage?: boolean
  cancelLabel?: string
  onSubmit: (passcode: string) => void
  onCancel?: (() => void) | undefined
  /** Another way than a code. */
  alternative?: ReactNode
}

const CODE = { name: 'passcode', autoComplete: 'one-time-code', autoCapitalize: 'none', mono: true } as const
const PASSWORD = { name: 'password', autoComplete: 'current-password', type: 'password' } as const

export function PasscodeForm(props: PasscodeFormProps) {
  const { submitLabel, isPassword, error, isPending } = props
  const { help = isPassword ? undefined : 'From your authenticator app, or a recovery code' } = props
  const { danger, isPage, cancelLabel = 'Cancel', onSubmit, onCancel, alternative } = props
  const label = isPassword ? 'Password' : 'Code'
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value ?? ''
    const passcode = isPassword ? text : text.trim()
    setMissing(!passcode)
    // a wrong code is overwritten by the next one
    input.current?.select()
    if (passcode && !isPending) onSubmit(passcode)
  }
  return (
    <form onSubmit={submit} noValidate className="max-w-[22rem] space-y-4">
      {error && (
        <Message tone="danger" alert>
          {error}
        </Message>
      )}
      <Field label={label} required help={help} error={isMissing && `${label} is required`}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears when it is the next thing to fill in */}
        <TextInput ref={input} {...(isPassword ? PASSWORD : CODE)} autoFocus />
      </Field>
      <div className={isPage ? 'grid gap-2 pt-1' : 'flex flex-wrap gap-2'}>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
          {submitLabel}
        </Button>
        {alternative}
        {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
      </div>
    </form>
  )
}
