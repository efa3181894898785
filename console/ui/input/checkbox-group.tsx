// Any of a few choices.
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { useField } from './field.tsx'

export interface Choice<V extends string = string> {
  value: V
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

export interface CheckboxGroupProps<V extends string> {
  name: string
  options: readonly Choice<V>[]
  value: readonly V[]
  onChange: (value: V[]) => void
  /** side by side instead of below each other */
  inline?: boolean
}

export function CheckboxGroup<V extends string>({ name, options, value, onChange, inline }: CheckboxGroupProps<V>) {
  const { 'aria-labelledby': label, 'aria-describedby': described } = useField()
  return (
    <fieldset
      aria-labelledby={label}
      aria-describedby={described}
      className={inline ? 'flex flex-wrap gap-x-4 gap-y-1' : 'space-y-1'}
    >
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={name}
          value={option.value}
          checked={value.includes(option.value)}
          disabled={option.disabled}
          help={option.help}
          onChange={(event) => {
            const rest = value.filter((one) => one !== option.value)
            onChange(event.target.checked ? [...rest, option.value] : rest)
          }}
        >
          {option.label}
        </Checkbox>
      ))}
    </fieldset>
  )
}
