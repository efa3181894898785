// Fields that many forms share, bound to the surrounding form by name. A form's own fields use useFormField.
import type { ReactNode } from 'react'
import { useFormContext, type RegisterOptions } from 'react-hook-form'
import { isUuid } from '#contract/checks.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts'
import { Field } from '../ui/input/field.tsx'
import { TextArea, TextInput } from '../ui/input/text-input.tsx'
import { checksOf } from './form-control.ts'

/** The field's current error, to be shown below it. */
export function useFormField(name: string) {
  const { register, getFieldState, formState } = useFormContext()
  return { register, error: getFieldState(name, formState).error?.message }
}

interface TextFieldProps {
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  rules?: RegisterOptions
  mono?: boolean
  rows?: number
  disabled?: boolean
  type?: 'text' | 'password' | 'url'
  autoComplete?: string
}

export function TextField({ name, label, required, help, rules, rows, type, ...rest }: TextFieldProps) {
  const { register, error } = useFormField(name)
  // spaces are no input, except in a password
  const filled = (text = '') => !required || (type === 'password' ? text : text.trim()) !== '' || `${label} is required`
  const props = { ...rest, ...register(name, { ...rules, validate: { filled, ...checksOf(rules) } }) }
  return (
    <Field label={label} required={required} help={help} error={error}>
      {rows ? <TextArea {...props} rows={rows} /> : <TextInput {...props} type={type} />}
    </Field>
  )
}

/** The first problem with a name, as a user-facing message. */
export function nameError(name: string, label = 'Name', required = true): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return `${label} must be ${MAX_NAME_LENGTH} characters or fewer`
  if (name.length === 0) return required ? `${label} is required` : undefined
  if (!/^[a-z0-9-]+$/.test(name)) return `${label} can only contain lower-case letters, numbers and dashes`
  if (!/^[a-z]/.test(name)) return `${label} must start with a lower-case letter`
  if (name.endsWith('-')) return `${label} must end with a letter or number`
  if (isUuid(name)) return `${label} must not look like an ID`
  return undefined
}

interface NameFieldProps extends Partial<TextFieldProps> {
  /** names in use, for APIs that would silently overwrite an existing resource */
  taken?: readonly string[]
}

export function NameField({ name = 'name', label = 'Name', required = true, help, taken = [] }: NameFieldProps) {
  const { register, error } = useFormField(name)
  const validate = (text: string) =>
    nameError(text, label, required) ?? (!taken.includes(text) || `${label} already exists`)
  return (
    <Field label={label} required={required} help={help} error={error}>
      <TextInput {...register(name, { validate })} data-1p-ignore data-lpignore="true" data-bwignore />
    </Field>
  )
}

export function DescriptionField({ name = 'description' }: { name?: string }) {
  const rules = {
    maxLength: {
      value: MAX_DESCRIPTION_LENGTH,
      message: `Description must be ${MAX_DESCRIPTION_LENGTH} characters or fewer`,
    },
  }
  return <TextField name={name} label="Description" rows={2} rules={rules} />
}
