// Fields that choose, tied to the form around them by their name: one of a list, one of many.
import { Combobox } from '../ui/input/combobox.tsx'
import { Field } from '../ui/input/field.tsx'
import { Listbox, type ListItem } from '../ui/input/listbox.tsx'
import { useControl, type Common } from './form-control.ts'

interface ChoiceProps extends Common {
  items: readonly ListItem[]
  placeholder?: string
  emptyText?: string
  loading?: boolean
  onChosen?: (value: string) => void
}

export function ListboxField(props: ChoiceProps) {
  const { label, required, help, items, placeholder, emptyText, loading, disabled, onChosen } = props
  const { ref, value, onChange, onBlur, error } = useControl(props)
  const choose = (next: string) => {
    onChange(next)
    onChosen?.(next)
  }
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Listbox
        {...{ items, placeholder, emptyText, loading, disabled }}
        ref={ref}
        value={value as string}
        onChange={choose}
        onBlur={onBlur}
      />
    </Field>
  )
}

export function ComboboxField({ arbitrary, ...props }: ChoiceProps & { arbitrary?: boolean }) {
  const { label, required, help, items, placeholder, loading, disabled, onChosen } = props
  const { ref, value, onChange, onBlur, error } = useControl(props)
  const choose = (next: string) => {
    onChange(next)
    onChosen?.(next)
  }
  return (
    <Field label={label} required={required} help={help} error={error}>
      <Combobox
        {...{ items, placeholder, loading, disabled, arbitrary }}
        ref={ref}
        value={value as string}
        onChange={choose}
        onBlur={onBlur}
      />
    </Field>
  )
}
