// A combobox field, bound by name to the form around it. Short fixed lists: NativeSelectField in value-fields.tsx.
import { Combobox } from '../ui/input/combobox.tsx'
import { Field } from '../ui/input/field.tsx'
import type { ListItem } from '../ui/input/list-item.ts'
import { useChoice, type Common } from './form-control.ts'

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
  const { error, control } = useChoice(props)
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Combobox {...{ items, placeholder, emptyText, loading, disabled, arbitrary }} {...control} />
    </Field>
  )
}
