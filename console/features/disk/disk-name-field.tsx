// The name of a new disk.
import { nameError, useFormField } from '../../form/fields.tsx'
import { Field } from '../../ui/input/field.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'

interface UntakenNameProps {
  name?: string
  label?: string
  required?: boolean
  help?: string
  placeholder?: string
  taken: readonly string[]
}

/** Checks uniqueness among the disks that the page knows; the server has the final say. */
export function UntakenNameField(props: UntakenNameProps) {
  const { name = 'name', label = 'Name', required = true, help, placeholder, taken } = props
  const { register, error } = useFormField(name)
  const validate = (text: string) =>
    nameError(text, label, required) ?? (taken.includes(text) ? `A disk named ${text} already exists` : true)
  return (
    <Field label={label} required={required} help={help} error={error}>
      <TextInput {...register(name, { validate })} placeholder={placeholder} data-1p-ignore data-lpignore="true" />
    </Field>
  )
}
