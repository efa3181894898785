// One-line and many-line text. Both take what React Hook Form's register gives.
import type { ComponentProps } from 'react'
import { cx } from '../display/cx.ts'
import { useField } from './field.tsx'

export const controlClass =
  'rounded-md border border-control bg-page text-sm text-body transition-colors hover:border-muted aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted focus-visible:outline-offset-0'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** identifiers, addresses, keys */
  mono?: boolean
}

export function TextInput({ mono, type = 'text', ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...useField()}
      {...rest}
      type={type}
      className={cx(controlClass, 'h-8 w-full min-w-0 px-2.5', mono && 'font-mono')}
    />
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  mono?: boolean
}

export function TextArea({ mono, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      autoComplete="off"
      {...useField()}
      {...rest}
      rows={rows}
      className={cx(controlClass, 'block w-full min-w-0 resize-y px-2.5 py-1.5', mono && 'font-mono')}
    />
  )
}
