// A text field that finds one of many items.
import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from '@lucide/icons'
import { useRef, useState, type Ref } from 'react'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../display/spinner.tsx'
import { useField } from './field.tsx'
import type { ListItem } from './list-item.ts'
import { matches, withCustom } from './match.ts'
import { controlClass } from './text-input.tsx'

export interface ComboboxProps {
  items: readonly ListItem[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  /** text that matches no item can be kept; the list offers it as "Custom: …" */
  arbitrary?: boolean
  /** called with each change of the text, e.g. to search on the server */
  onQuery?: (query: string) => void
  loading?: boolean
  disabled?: boolean
  name?: string
  /** Enter while the list is closed, e.g. to add the entry to a table */
  onEnter?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/** Thousands of rendered options would make every key slow. */
const MAX_SHOWN = 200

export function Combobox(props: ComboboxProps) {
  const { items, value, onChange, onBlur, onEnter, onQuery, arbitrary = false, ref, ...rest } = props
  const ids = useField()
  const selected: ListItem | null =
    items.find((item) => item.value === value) ?? (arbitrary && value ? { value, label: value } : null)
  const [query, setQuery] = useState('')
  // the list is filtered only after typing; until then it shows every item, not just those matching the selected label
  const [typed, setTyped] = useState(false)
  const [open, setOpen] = useState(false)

  const found = typed ? items.filter((item) => matches(item.label, query)) : items
  const shown = found.slice(0, MAX_SHOWN)
  const offered = arbitrary ? withCustom(shown, items, typed ? query : '') : shown
  const isHighlighted = useRef(false)
  const choose = (item: ListItem) => {
    onChange(item.value)
    setTyped(false)
  }
  const settle = () => {
    if (typed && arbitrary) onChange(query.trim())
    else if (typed && query === '') onChange('')
    setTyped(false)
  }
  return (
    <Base.Root<ListItem>
      items={items}
      filteredItems={offered}
      filter={null}
      value={selected}
      isItemEqualToValue={(one, other) => one.value === other.value}
      inputValue={typed ? query : (selected?.label ?? '')}
      open={open}
      disabled={rest.disabled}
      name={rest.name}
      autoHighlight
      modal
      onOpenChange={setOpen}
      onInputValueChange={(text, details) => {
        // ignore Base UI's own resets of the text
        if (details.reason !== 'input-change') return
        setQuery(text)
        setTyped(true)
        onQuery?.(text)
      }}
      onValueChange={(item) => item && choose(item)}
      onItemHighlighted={(item) => {
        isHighlighted.current = item !== undefined
      }}
    >
      <div className="relative">
        <Base.Input
          {...ids}
          ref={ref}
          aria-label={rest['aria-label']}
          placeholder={rest.placeholder ?? 'Search or select'}
          spellCheck={false}
          className={cx(controlClass, 'h-8 w-full min-w-0 pr-7 pl-2.5')}
          onBlur={() => {
            settle()
            onBlur?.()
          }}
          onKeyDown={(event) => {
            // Base UI would clear the selection and stop the key from reaching the dialog around it
            if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
            if (event.key !== 'Enter') return
            const match = offered.find((item) => !item.disabled)
            if (!open) {
              // must not submit the form around it
              event.preventDefault()
              settle()
              onEnter?.()
            } else if (!isHighlighted.current && typed && match) {
              // Enter right after typing, before Base UI has highlighted anything: take the first match
              event.preventDefault()
              event.preventBaseUIHandler()
              choose(match)
              setOpen(false)
            }
          }}
        />
        <Base.Trigger
          tabIndex={-1}
          aria-label="Show the list"
          className="absolute inset-y-0 right-0 flex w-7 items-center justify-center text-muted"
        >
          {rest.loading ? <Spinner size="sm" label="Loading" /> : <Icon icon={ChevronsUpDown} className="size-3.5" />}
        </Base.Trigger>
      </div>
      {/* portals render outside the page's landmarks, so the popup gets its own */}
      <Base.Portal
        render={<section aria-labelledby={ids['aria-labelledby']} aria-label={rest['aria-label'] ?? 'Options'} />}
      >
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-float p-1 text-sm text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0">
            <Base.Empty className="px-2 text-muted not-empty:py-1.5">
              {rest.loading ? 'Loading' : items.length === 0 ? 'No items' : 'No items match'}
            </Base.Empty>
            <Base.List aria-labelledby={ids['aria-labelledby']} aria-label={rest['aria-label'] ?? 'Options'}>
              {(item: ListItem) => (
                <Base.Item
                  key={item.value}
                  value={item}
                  disabled={item.disabled}
                  className="flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-hover data-selected:font-medium"
                >
                  <span className="min-w-0 grow wrap-anywhere">{item.content ?? item.label}</span>
                  <Base.ItemIndicator className="ml-auto text-accent">
                    <Icon icon={Check} className="size-4" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            {found.length > MAX_SHOWN && (
              <p className="px-2 py-1.5 text-xs text-muted">
                {MAX_SHOWN} of {found.length.toLocaleString()} shown. Type to find others.
              </p>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
