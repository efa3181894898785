// Choosing a password on a page without navigation: for people who are invited, and for those who must change theirs.
import { useRef, useState, type FormEvent } from 'react'
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { Message } from '../ui/display/message.tsx'
import { Button } from '../ui/input/button.tsx'
import { Field } from '../ui/input/field.tsx'
import { TextInput } from '../ui/input/text-input.tsx'

interface Chosen {
  /** Empty unless it is asked for. */
  current: string
  password: string
}

interface NewPasswordFormProps {
  username: string
  minimum?: number
  asksCurrent?: boolean
  submitLabel: string
  pending: boolean
  /** why the server refused */
  error: string | undefined
  onSubmit: (chosen: Chosen) => void
}

type Problems = Partial<Record<'current' | 'password' | 'repeated', string>>

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { username, minimum = MIN_PASSWORD_LENGTH, asksCurrent = false, submitLabel, pending, error, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [current, password, repeated] = ['current', 'password', 'repeated'].map((name) =>
      String(data.get(name) ?? ''),
    )
    const found: Problems = {
      ...(asksCurrent && !current && { current: 'Current password is required' }),
      ...([...password!].length < minimum && { password: `New password must have at least ${minimum} characters` }),
      ...(repeated !== password && { repeated: 'The passwords differ' }),
    }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.select()
    else if (!pending) onSubmit({ current: current!, password: password! })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4 text-left">
      {error && (
        <Message tone="danger" alert>
          {error}
        </Message>
      )}
      {/* tells password managers whose password it is */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {asksCurrent && (
        <Field label="Current password" required error={problems.current}>
          <TextInput name="current" type="password" autoComplete="current-password" />
        </Field>
      )}
      <Field
        label="New password"
        required
        help={`At least ${minimum} characters. Common passwords are refused.`}
        error={problems.password}
      >
        <TextInput name="password" type="password" autoComplete="new-password" />
      </Field>
      <Field label="Repeat new password" required error={problems.repeated}>
        <TextInput name="repeated" type="password" autoComplete="new-password" />
      </Field>
      <div className="grid pt-1">
        <Button type="submit" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
