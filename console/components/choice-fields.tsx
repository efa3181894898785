// Fields other than text, tied to the form around them by their name: one of a list, one of many, a number, a yes or no.
import type { ReactNode } from 'react'
import { useController, type RegisterOptions } from 'react-hook-form'
import { Checkbox } from '../ui/checkbox.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Listbox, type ListItem } from '../ui/listbox.tsx'
import { NumberInput } from '../ui/number-input.tsx'

type Rules = Pick<RegisterOptions, 'validate'>

interface Common {
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  rules?: Rules
  disabled?: boolean
}

function useControl({ name, label, required, rules }: Common) {
  const needed = required ? { required: `${label} is required` } : {}
  const { field, fieldState } = useController({ name, rules: { ...needed, ...rules } })
  const { ref, value, onChange, onBlur } = field
  return { ref, value: value as unknown, onChange, onBlur, error: fieldState.error?.message }
}

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

interface NumberProps extends Common {
  min?: number
  max?: number
  unit?: string
  /** says what is wrong above the maximum instead of putting the maximum there */
  keepTooLarge?: boolean
}

export function NumberField({ min = 0, max, unit, keepTooLarge, ...props }: NumberProps) {
  const { label, required = true, help, disabled } = props
  const withUnit = (size: number) => (unit ? `${size} ${unit}` : String(size))
  const validate = (next: number) => {
    if (Number.isNaN(next)) return required ? `${label} is required` : true
    if (next < min) return `${label} must be at least ${withUnit(min)}`
    if (max !== undefined && next > max) return `${label} must be at most ${withUnit(max)}`
    return true
  }
  const { ref, value, onChange, onBlur, error } = useControl({
    ...props,
    required: false,
    rules: { validate, ...props.rules },
  })
  return (
    <Field label={label} required={required} help={help} error={error}>
      <NumberInput
        ref={ref}
        value={value as number}
        onChange={onChange}
        onBlur={onBlur}
        min={min}
        max={keepTooLarge ? undefined : max}
        unit={unit}
        disabled={disabled}
      />
    </Field>
  )
}

export function CheckboxField({ name, label, help, disabled }: Omit<Common, 'required' | 'rules'>) {
  const { ref, value, onChange, onBlur } = useController({ name }).field
  return (
    <Checkbox
      ref={ref}
      checked={Boolean(value)}
      onChange={({ target }) => onChange(target.checked)}
      onBlur={onBlur}
      help={help}
      disabled={disabled}
    >
      {label}
    </Checkbox>
  )
}
