// A text field that finds one of many items. Short fixed lists whose entries are plain labels use NativeSelect.
// Follows the ARIA pattern "editable combobox with list autocomplete".
import { ChevronsUpDown } from '@lucide/icons'
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../display/spinner.tsx'
import { useField } from './field.tsx'
import type { ListItem } from './list-item.ts'
import { matches, neighbor, withCustom } from './match.ts'
import { OptionList, optionId } from './option-list.tsx'
import { controlClass } from './text-input.tsx'

export interface ComboboxProps {
  items: readonly ListItem[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  /** without items the field is disabled and shows this */
  emptyText?: string | undefined
  /** text that matches no item can be kept; the list offers it as "Custom: …" */
  arbitrary?: boolean
  /** called with each change of the text, e.g. to search on the server */
  onQuery?: (query: string) => void
  loading?: boolean
  disabled?: boolean
  /** Enter while the list is closed, e.g. to add the entry to a table */
  onEnter?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/** Thousands of rendered options would make every key slow. */
const MAX_SHOWN = 200

export function Combobox(props: ComboboxProps) {
  const { items, value, onChange, onBlur, onEnter, onQuery, emptyText, arbitrary = false, ref, ...rest } = props
  const { loading } = rest
  const ids = useField()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current!)
  const [open, setOpen] = useState(false)
  // undefined until something is typed; until then the list shows every item, not just those matching the selected label
  const [query, setQuery] = useState<string>()
  const [pointed, setPointed] = useState<string>()

  const selected =
    items.find((item) => item.value === value) ?? (arbitrary && value ? { value, label: value } : undefined)
  const found = query === undefined ? items : items.filter((item) => matches(item.label, query))
  const shown = found.slice(0, MAX_SHOWN)
  const offered = arbitrary ? withCustom(shown, items, query ?? '') : shown
  const firstMatch = query ? offered.find((item) => !item.disabled) : undefined
  const highlighted = offered.find((item) => item.value === pointed) ?? firstMatch
  const isEmpty = items.length === 0 && emptyText !== undefined && !loading
  const disabled = rest.disabled || isEmpty

  const show = () => {
    if (disabled || open) return
    setPointed(selected?.value)
    setOpen(true)
  }
  const end = () => {
    setOpen(false)
    setQuery(undefined)
  }
  const choose = (item: ListItem) => {
    onChange(item.value)
    end()
  }
  /** Keeps typed text where any text is allowed, and takes emptied text as no choice. */
  const settle = () => {
    if (query !== undefined && (arbitrary || query === '')) onChange(query.trim())
    end()
  }
  const move = (by: 1 | -1) => {
    show()
    if (open || !selected) setPointed(neighbor(offered, highlighted?.value, by)?.value)
  }
  const enter = () => {
    if (open && highlighted) return choose(highlighted)
    // emptying the field clears the choice
    if (open && query !== '') return
    settle()
    if (!open) onEnter?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'Escape' && open) setOpen(false)
    else return
    // Enter must not submit the form around the field, nor Escape close the dialog around it
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <input
        {...ids}
        ref={input}
        role="combobox"
        aria-label={rest['aria-label']}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open && offered.length > 0 ? listId : undefined}
        aria-activedescendant={open && highlighted ? optionId(listId, offered.indexOf(highlighted)) : undefined}
        aria-busy={loading || undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={isEmpty ? emptyText : (rest.placeholder ?? 'Search or select')}
        value={query ?? selected?.label ?? ''}
        className={cx(controlClass, 'h-8 w-full min-w-0 truncate pr-7 pl-2.5')}
        onChange={({ target }) => {
          setQuery(target.value)
          setPointed(undefined)
          setOpen(true)
          onQuery?.(target.value)
        }}
        onClick={({ currentTarget }) => {
          // what is typed next replaces the choice
          if (!open && !arbitrary) currentTarget.select()
          show()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Show the list"
        disabled={disabled}
        className="absolute inset-y-0 right-0 flex w-7 items-center justify-center text-muted"
        // the focus belongs to the field
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          input.current?.focus()
          if (open) setOpen(false)
          else show()
        }}
      >
        {loading ? <Spinner size="sm" label="Loading" /> : <Icon icon={ChevronsUpDown} className="size-3.5" />}
      </button>
      {open && (
        <OptionList
          id={listId}
          anchor={input}
          items={offered}
          chosen={selected?.value}
          highlighted={highlighted?.value}
          onHighlight={setPointed}
          onChoose={choose}
          note={noteOn({ offered, items, found, loading })}
          aria-label={rest['aria-label'] ?? (ids['aria-labelledby'] ? undefined : 'Options')}
          aria-labelledby={ids['aria-labelledby']}
        />
      )}
    </div>
  )
}

interface Shown {
  offered: readonly ListItem[]
  items: readonly ListItem[]
  found: readonly ListItem[]
  loading: boolean | undefined
}

function noteOn({ offered, items, found, loading }: Shown): string | undefined {
  if (found.length > MAX_SHOWN) return `${MAX_SHOWN} of ${found.length.toLocaleString()} shown. Type to find others.`
  if (offered.length > 0) return undefined
  if (loading) return 'Loading'
  return items.length === 0 ? 'No items' : 'No items match'
}
