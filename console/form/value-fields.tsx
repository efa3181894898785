// A number, and a yes or no, tied to the form around them by their name. Lists to choose from are heavier: choice-fields.tsx.
import { useController } from 'react-hook-form'
import { Checkbox } from '../ui/input/checkbox.tsx'
import { Field } from '../ui/input/field.tsx'
import { NumberInput } from '../ui/input/number-input.tsx'
import { useControl, type Common } from './form-control.ts'

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
