// The combobox behind combobox.tsx. Load it through combobox.tsx only.
import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ComboboxPartProps } from './combobox.tsx'
import type { ListItem } from './listbox.tsx'
import { matches, withCustom } from './match.ts'
import { pressKeys } from './press-keys.ts'
import { Spinner } from '../display/spinner.tsx'

export function ComboboxPart(props: ComboboxPartProps) {
  const { items, value, onChange, onBlur, onEnter, onQuery, arbitrary = false, ids, className, ref } = props
  const chosen: ListItem | null =
    items.find((item) => item.value === value) ?? (arbitrary && value ? { value, label: value } : null)
  const [query, setQuery] = useState(props.startQuery ?? '')
  // until something is typed the whole list shows, not just what the current choice happens to match
  const [typed, setTyped] = useState(props.startQuery !== undefined)
  const [open, setOpen] = useState(props.startOpen || props.startQuery !== undefined)
  const input = useRef<HTMLInputElement | null>(null)
  const shown = useEffectEvent(() => {
    if (props.takeFocus) input.current?.focus()
    if (props.startSteps === 0) return
    const key = props.startSteps > 0 ? 'ArrowDown' : 'ArrowUp'
    queueMicrotask(() => pressKeys(Array.from({ length: Math.abs(props.startSteps) }, () => key)))
  })
  // before the browser takes the next key, or it would be lost
  useLayoutEffect(() => void shown(), [])

  const found = typed ? items.filter((item) => matches(item.label, query)) : items
  const offered = arbitrary ? withCustom(found, items, typed ? query : '') : found
  const lit = useRef(false)
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
      value={chosen}
      isItemEqualToValue={(one, other) => one.value === other.value}
      inputValue={typed ? query : (chosen?.label ?? '')}
      open={open}
      disabled={props.disabled}
      name={props.name}
      autoHighlight
      modal
      onOpenChange={setOpen}
      onInputValueChange={(text, details) => {
        // the rest are Base UI's own resets: what was typed is ours to keep or drop
        if (details.reason !== 'input-change') return
        setQuery(text)
        setTyped(true)
        onQuery?.(text)
      }}
      onValueChange={(item) => item && choose(item)}
      onItemHighlighted={(item) => {
        lit.current = item !== undefined
      }}
    >
      <div className="relative">
        <Base.Input
          {...ids}
          ref={(element: HTMLInputElement | null) => {
            input.current = element
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
          }}
          aria-label={props['aria-label']}
          placeholder={props.placeholder}
          spellCheck={false}
          className={className}
          onBlur={() => {
            settle()
            onBlur?.()
          }}
          onKeyDown={(event) => {
            // Base UI would clear the choice and keep the key from the dialog around it
            if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
            if (event.key !== 'Enter') return
            const match = offered.find((item) => !item.disabled)
            if (!open) {
              // never submits the form around it
              event.preventDefault()
              settle()
              onEnter?.()
            } else if (!lit.current && typed && match) {
              // typed before the list came, so nothing is highlighted yet: the first match is meant
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
          {props.loading ? <Spinner size="sm" label="Loading" /> : <Icon icon={ChevronsUpDown} className="size-3.5" />}
        </Base.Trigger>
      </div>
      {/* a landmark, because the portal lies outside the page's own */}
      <Base.Portal
        render={<section aria-labelledby={ids['aria-labelledby']} aria-label={props['aria-label'] ?? 'Options'} />}
      >
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-float p-1 text-sm text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0">
            <Base.Empty className="px-2 text-muted not-empty:py-1.5">
              {props.loading ? 'Loading' : items.length === 0 ? 'No items' : 'No items match'}
            </Base.Empty>
            <Base.List aria-labelledby={ids['aria-labelledby']} aria-label={props['aria-label'] ?? 'Options'}>
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
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
