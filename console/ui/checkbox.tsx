// Checkbox and CheckboxGroup: native inputs under our drawing, so forms, labels and keys work by themselves.
import { Check, Minus } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { useField } from './field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  indeterminate?: boolean
  /** the label; without it give aria-label */
  children?: ReactNode
  help?: ReactNode
}

export function Checkbox({ indeterminate = false, children, help, ref, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const drawing = (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        {...rest}
        ref={(element) => {
          box.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        type="checkbox"
        className="peer size-4 cursor-[inherit] appearance-none rounded-sm border border-control bg-page transition-colors checked:border-accent-fill checked:bg-accent-fill indeterminate:border-accent-fill indeterminate:bg-accent-fill hover:border-muted disabled:bg-hover disabled:opacity-60"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-solid peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-solid peer-indeterminate:block"
      />
    </span>
  )
  if (!children) return drawing
  return (
    <label className="flex w-fit cursor-pointer items-start gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:text-muted">
      <span className="flex h-5 items-center">{drawing}</span>
      <span>
        {children}
        {help && <span className="block text-xs text-muted">{help}</span>}
      </span>
    </label>
  )
}

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
