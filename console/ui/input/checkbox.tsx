// A native input under our drawing, so forms, labels and keys work by themselves.
import { Check, Minus } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'

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
        className="peer size-4 before:absolute before:-inset-1 cursor-[inherit] appearance-none rounded-sm border border-control bg-page transition-colors checked:border-accent-fill checked:bg-accent-fill indeterminate:border-accent-fill indeterminate:bg-accent-fill hover:border-muted disabled:not-checked:bg-hover disabled:opacity-60"
      />
      <Icon
        icon={Check}
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-solid peer-checked:block peer-indeterminate:hidden"
      />
      <Icon
        icon={Minus}
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
