// A combobox field, bound by name to the form around it. Short fixed lists: NativeSelectField in value-fields.tsx.
import { Combobox } from '../ui/input/combobox.tsx'
import { Field } from '../ui/input/field.tsx'
import type { ListItem } from '../ui/input/list-item.ts'
import { checksOf, useChoice, type Common } from './form-control.ts'

interface ComboboxFieldProps extends Common {
  items: readonly ListItem[]
  placeholder?: string
  emptyText?: string
  loading?: boolean
  /** text that matches no item can be kept */
  arbitrary?: boolean
  onChosen?: (value: string) => void
}

export function ComboboxField(props: ComboboxFieldProps) {
  const { label, required, help, items, placeholder, emptyText, loading, disabled, arbitrary } = props
  // an item that is deleted after it was chosen disappears from the field but not from the form's values
  const isOffered = (value: string) =>
    arbitrary || loading || value === '' || items.length === 0 || items.some((item) => item.value === value)
  const known = (value: string) => isOffered(value) || `${label} is no longer available. Select another.`
  const { error, control } = useChoice({ ...props, rules: { validate: { known, ...checksOf(props.rules) } } })
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Combobox {...{ items, placeholder, emptyText, loading, disabled, arbitrary }} {...control} />
    </Field>
  )
}
