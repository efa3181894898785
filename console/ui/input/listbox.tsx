// One of a list. The first paint is a plain button; Base UI's select takes its place when it has come, with the focus, or
// opened at once if the person has already pressed.
import { ChevronsUpDown } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref, type RefObject } from 'react'
import { cx } from '../display/cx.ts'
import { useField, type FieldIds } from './field.tsx'
import { late, useLate } from '../display/late.ts'
import { Spinner } from '../display/spinner.tsx'
import { controlClass } from './text-input.tsx'
import { useMinTime } from '../display/use-min-time.ts'
import { usePress } from './use-press.ts'

export interface ListItem<V extends string = string> {
  value: V
  /** what is chosen, typed for and shown in the closed control */
  label: string
  /** what the list shows, when it is more than the label */
  content?: ReactNode
  disabled?: boolean
}

export interface ListboxProps<V extends string> {
  items: readonly ListItem<V>[]
  value: V | '' | null | undefined
  onChange: (value: V) => void
  onBlur?: () => void
  placeholder?: string
  /** shown when there is nothing to choose */
  emptyText?: string
  loading?: boolean
  disabled?: boolean
  name?: string
  compact?: boolean
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
}

export interface ListboxPartProps {
  items: readonly ListItem[]
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  text: ReactNode
  ids: FieldIds & { 'aria-label'?: string }
  className: string
  startOpen: boolean
  takeFocus: boolean
  /** keys that were pressed before the list could take them, in order; the first one opens it */
  early: RefObject<string[]>
  onShown: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The name of a key that an open list takes, letters to find an item among them; Space does what Enter does. */
export function listKeyOf(event: KeyboardEvent): string | undefined {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (key === ' ') return 'Enter'
  return key.length === 1 || ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter'].includes(key) ? key : undefined
}

export const opensList = (key: string | undefined) => key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter'

const part = late<ListboxPartProps>(async () => (await import('./listbox-part.tsx')).ListboxPart)

export function Listbox<V extends string>(props: ListboxProps<V>) {
  const { items, value, onChange, placeholder = 'Select an option', emptyText = 'No items', compact, ref } = props
  const ids = { ...useField(), 'aria-label': props['aria-label'] }
  const loading = useMinTime(props.loading ?? false)
  const off = props.disabled || loading || items.length === 0
  const chosen = items.find((item) => item.value === value)
  const { pressed, onPointerDown } = usePress()
  const [wanted, setWanted] = useState(false)
  const [near, setNear] = useState(false)
  const [focused, setFocused] = useState(false)
  const early = useRef<string[]>([])
  const come = useLate(part, near || wanted, !off)
  const ready = come && !off && !pressed

  const text = loading ? (
    <Spinner size="sm" label="Loading" />
  ) : (
    <span className={cx('truncate', !chosen && 'text-muted')}>
      {chosen?.label ?? (items.length === 0 ? emptyText : placeholder)}
    </span>
  )
  const className = cx(
    controlClass,
    'inline-flex items-center justify-between gap-2 text-left select-none [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-muted',
    compact ? 'h-7 w-fit px-2 text-xs' : 'h-8 w-full px-2.5',
  )
  if (ready) {
    return (
      <part.Part
        items={items}
        value={chosen ? chosen.value : null}
        onChange={(next) => {
          const item = items.find((one) => one.value === next)
          if (item) onChange(item.value)
        }}
        onBlur={props.onBlur}
        name={props.name}
        text={text}
        ids={ids}
        className={className}
        startOpen={wanted}
        takeFocus={focused}
        early={early}
        // spent: a list that goes loading and comes back must not open by itself
        onShown={() => setWanted(false)}
        ref={ref}
      />
    )
  }
  return (
    <button
      {...ids}
      ref={ref}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- as the select that takes its place; the list does not exist yet
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-busy={loading || undefined}
      disabled={off}
      className={className}
      onPointerEnter={() => setNear(true)}
      onPointerDown={onPointerDown}
      onFocus={() => {
        setFocused(true)
        setNear(true)
      }}
      onBlur={() => {
        setFocused(false)
        // who has gone on does not want it any more
        setWanted(false)
        early.current = []
        props.onBlur?.()
      }}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        const key = listKeyOf(event)
        if (!key || (!wanted && !opensList(key))) return
        event.preventDefault()
        early.current.push(key)
        setWanted(true)
      }}
    >
      {text}
      <Icon icon={ChevronsUpDown} />
    </button>
  )
}
