// The name of a rule, unique within the VPC.
import { nameError, useFormField } from '../../form/fields.tsx'
import { Field } from '../../ui/input/field.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'

export function RuleNameField({ taken }: { taken: readonly string[] }) {
  const { register, error } = useFormField('name')
  const validate = (text: string) =>
    nameError(text) ?? (taken.includes(text) ? 'Another rule has this name. Edit that rule instead.' : true)
  return (
    <Field label="Name" required error={error}>
      <TextInput {...register('name', { validate })} data-1p-ignore data-lpignore="true" data-bwignore />
    </Field>
  )
}
