// The browser's own select, for short fixed lists: keyboard, touch and screen reader support come with it.
import { ChevronsUpDown } from '@lucide/icons'
import type { Ref } from 'react'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'
import { useField } from './field.tsx'
import type { ListItem } from './list-item.ts'
import { controlClass } from './text-input.tsx'

export interface NativeSelectProps<V extends string> {
  items: readonly Omit<ListItem<V>, 'content'>[]
  value: V
  onChange: (value: V) => void
  onBlur?: () => void
  disabled?: boolean
  name?: string
  'aria-label'?: string
  ref?: Ref<HTMLSelectElement>
}

export function NativeSelect<V extends string>({ items, onChange, ...rest }: NativeSelectProps<V>) {
  return (
    <span className="relative block">
      <select
        {...useField()}
        {...rest}
        onChange={(event) => {
          const chosen = items.find(({ value }) => value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={cx(controlClass, 'h-8 w-full appearance-none truncate pr-7 pl-2.5')}
      >
        {items.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        icon={ChevronsUpDown}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
