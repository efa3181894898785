// Binds fields other than text to the surrounding form by name.
import type { ReactNode } from 'react'
import { useController, type RegisterOptions } from 'react-hook-form'

type Rules = Pick<RegisterOptions, 'validate'>

/** Validation as a map, so that a field can add checks of its own. */
export const checksOf = (rules: Rules | undefined) =>
  typeof rules?.validate === 'function' ? { own: rules.validate } : rules?.validate

export interface Common {
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  rules?: Rules
  disabled?: boolean
}

export function useControl({ name, label, required, rules }: Common) {
  const needed = required ? { required: `${label} is required` } : {}
  const { field, fieldState } = useController({ name, rules: { ...needed, ...rules } })
  const { ref, value, onChange, onBlur } = field
  return { ref, value: value as unknown, onChange, onBlur, error: fieldState.error?.message }
}

/** For fields with a list: `onChosen` runs after the form's own change. */
export function useChoice({ onChosen, ...props }: Common & { onChosen?: ((value: string) => void) | undefined }) {
  const { error, value, onChange, ...control } = useControl(props)
  const choose = (next: string) => {
    onChange(next)
    onChosen?.(next)
  }
  return { error, control: { ...control, value: value as string, onChange: choose } }
}
