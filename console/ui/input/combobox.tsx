// A text field that finds one of many. Plain input at first; Base UI's combobox takes its place when it has come, keeping
// the focus and what was typed, opened at once if the person has already pressed.
import { useState, type Ref } from 'react'
import { cx } from '../display/cx.ts'
import { useField, type FieldIds } from './field.tsx'
import { late, useLate } from '../display/late.ts'
import type { ListItem } from './listbox.tsx'
import { matches } from './match.ts'
import { controlClass } from './text-input.tsx'
import { usePress } from './use-press.ts'

export interface ComboboxProps {
  items: readonly ListItem[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  /** text that is no item may be kept, offered as "Custom: …" */
  arbitrary?: boolean
  /** each change of the text, e.g. to search on the server */
  onQuery?: (query: string) => void
  loading?: boolean
  disabled?: boolean
  name?: string
  /** Enter while the list is closed, e.g. to add the entry to a table */
  onEnter?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

export interface ComboboxPartProps extends ComboboxProps {
  ids: FieldIds
  className: string
  startQuery: string | undefined
  startOpen: boolean
  startSteps: number
  takeFocus: boolean
}

const part = late<ComboboxPartProps>(async () => (await import('./combobox-part.tsx')).ComboboxPart)

export function Combobox(props: ComboboxProps) {
  const {
    items,
    value,
    onChange,
    placeholder = 'Search or select',
    disabled,
    name,
    arbitrary,
    onBlur,
    onEnter,
    ref,
  } = props
  const ids = useField()
  const [draft, setDraft] = useState<string>()
  const [near, setNear] = useState(false)
  const [focused, setFocused] = useState(false)
  const [wanted, setWanted] = useState(false)
  /** how far down the list the arrows have been pressed */
  const [steps, setSteps] = useState(0)
  const forget = () => {
    setDraft(undefined)
    setWanted(false)
    setSteps(0)
  }
  const { pressed, onPointerDown } = usePress()
  const ready = useLate(part, near)
  const className = cx(controlClass, 'h-8 w-full min-w-0 pr-7 pl-2.5')
  if (ready && !pressed) {
    return (
      <part.Part
        {...props}
        placeholder={placeholder}
        ids={ids}
        className={className}
        startQuery={draft}
        startOpen={wanted}
        startSteps={steps}
        takeFocus={focused}
      />
    )
  }
  return (
    <input
      {...ids}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the list does not exist yet
      role="combobox"
      aria-label={props['aria-label']}
      aria-expanded={false}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      name={name}
      disabled={disabled}
      placeholder={placeholder}
      className={className}
      value={draft ?? items.find((item) => item.value === value)?.label ?? (arbitrary ? value : '')}
      onPointerEnter={() => setNear(true)}
      onPointerDown={onPointerDown}
      onClick={() => setWanted(true)}
      onFocus={() => {
        setFocused(true)
        setNear(true)
      }}
      onBlur={() => {
        setFocused(false)
        if (draft !== undefined && (arbitrary || draft === '')) onChange(draft.trim())
        // who has gone on does not want the list any more
        forget()
        onBlur?.()
      }}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          setWanted(true)
          setSteps(steps + (event.key === 'ArrowDown' ? 1 : -1))
        }
        // never submits the form around it
        if (event.key !== 'Enter') return
        event.preventDefault()
        if (!draft && !steps) return wanted ? undefined : onEnter?.()
        // as if the list were there: the first that matches is meant, or the one that the arrows lead to
        const found = items.filter((item) => !item.disabled && matches(item.label, draft ?? ''))
        const match = found.at((steps > 0 ? steps - 1 : steps) % found.length)
        if (match || (arbitrary && draft)) onChange(match?.value ?? draft?.trim() ?? '')
        forget()
      }}
    />
  )
}
