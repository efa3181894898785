// Select and combobox fields, bound by name to the form around them. Short fixed lists: NativeSelectField in value-fields.tsx.
import { Combobox } from '../ui/input/combobox.tsx'
import { Field } from '../ui/input/field.tsx'
import type { ListItem } from '../ui/input/list-item.ts'
import { Select } from '../ui/input/select.tsx'
import { useChoice, type Common } from './form-control.ts'

interface ChoiceProps extends Common {
  items: readonly ListItem[]
  placeholder?: string
  emptyText?: string
  loading?: boolean
  onChosen?: (value: string) => void
}

export function SelectField(props: ChoiceProps) {
  const { label, required, help, items, placeholder, emptyText, loading, disabled } = props
  const { error, control } = useChoice(props)
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Select {...{ items, placeholder, emptyText, loading, disabled }} {...control} />
    </Field>
  )
}

export function ComboboxField({ arbitrary, ...props }: ChoiceProps & { arbitrary?: boolean }) {
  const { label, required, help, items, placeholder, loading, disabled } = props
  const { error, control } = useChoice(props)
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Combobox {...{ items, placeholder, loading, disabled, arbitrary }} {...control} />
    </Field>
  )
}
