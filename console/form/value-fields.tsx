// Number, checkbox, radio and native select fields, bound by name to the form around them.
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { Choice } from '../ui/input/checkbox-group.tsx'
import { Checkbox } from '../ui/input/checkbox.tsx'
import { Field } from '../ui/input/field.tsx'
import type { ListItem } from '../ui/input/list-item.ts'
import { NativeSelect } from '../ui/input/native-select.tsx'
import { NumberInput } from '../ui/input/number-input.tsx'
import { RadioGroup, type RadioLook } from '../ui/input/radio.tsx'
import { useControl, type Common } from './form-control.ts'

interface NumberProps extends Common {
  min?: number
  max?: number
  unit?: string
  /** shows an error above the maximum instead of lowering the value to it */
  keepTooLarge?: boolean
}

const NOT_WHOLE = 'Enter a whole number'

export function NumberField({ min = 0, max, unit, keepTooLarge, ...props }: NumberProps) {
  const { label, required = true, help, disabled } = props
  const [isInvalid, setInvalid] = useState(false)
  const withUnit = (size: number) => (unit ? `${size} ${unit}` : String(size))
  const validate = (next: number) => {
    if (Number.isNaN(next) && isInvalid) return NOT_WHOLE
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
    <Field label={label} required={required} help={help} error={isInvalid ? NOT_WHOLE : error}>
      <NumberInput
        ref={ref}
        value={value as number}
        onChange={onChange}
        onInvalid={setInvalid}
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

interface RadioProps<V extends string> extends Pick<Common, 'name' | 'label' | 'help'> {
  options: readonly Choice<V>[]
  look?: RadioLook
  hideLabel?: boolean
  /** runs after the form's own change */
  onChosen?: (value: V) => void
}

/** One option is always chosen, so it cannot be missing. */
export function RadioField<V extends string>(props: RadioProps<V>) {
  const { name, label, help, options, look, hideLabel, onChosen } = props
  const { value, onChange } = useController({ name }).field
  const choose = (next: V) => {
    onChange(next)
    onChosen?.(next)
  }
  return (
    <Field label={label} help={help} hideLabel={hideLabel} required group>
      <RadioGroup {...{ name, options, look }} value={value as V} onChange={choose} />
    </Field>
  )
}

interface NativeSelectProps extends Common {
  items: readonly ListItem[]
  onChosen?: (value: string) => void
}

/** For short fixed lists. */
export function NativeSelectField({ items, onChosen, ...props }: NativeSelectProps) {
  const { label, required, help, disabled } = props
  const { ref, value, onChange, onBlur, error } = useControl(props)
  const choose = (next: string) => {
    onChange(next)
    onChosen?.(next)
  }
  return (
    <Field label={label} required={required} help={help} error={error}>
      <NativeSelect {...{ items, ref, onBlur, disabled }} value={value as string} onChange={choose} />
    </Field>
  )
}
