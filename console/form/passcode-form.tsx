// A form that asks for the code of an authenticator app, or a recovery code.
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Message } from '../ui/display/message.tsx'
import { Button } from '../ui/input/button.tsx'
import { Field } from '../ui/input/field.tsx'
import { TextInput } from '../ui/input/text-input.tsx'

interface PasscodeFormProps {
  submitLabel: string
  help?: string
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

export function PasscodeForm(props: PasscodeFormProps) {
  const { submitLabel, help = 'From your authenticator app, or a recovery code', error, isPending } = props
  const { danger, isPage, cancelLabel = 'Cancel', onSubmit, onCancel, alternative } = props
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const passcode = input.current?.value.trim() ?? ''
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
      <Field label="Code" required help={help} error={isMissing && 'Code is required'}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears when it is the next thing to fill in */}
        <TextInput ref={input} name="passcode" autoComplete="one-time-code" autoCapitalize="none" autoFocus mono />
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
