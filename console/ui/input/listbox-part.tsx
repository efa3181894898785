// The select behind listbox.tsx. Load it through listbox.tsx only.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listKeyOf, opensList, type ListboxPartProps } from './listbox.tsx'
import { pressKeys } from './press-keys.ts'

export function ListboxPart(props: ListboxPartProps) {
  const { items, value, onChange, onBlur, name, text, ids, className, startOpen, takeFocus, early, onShown, ref } =
    props
  const trigger = useRef<HTMLButtonElement | null>(null)
  const [openFirst] = useState(() => startOpen && early.current.length === 0)
  /** opened by a key, and none of its items has the focus yet: it comes frames later, and keys must not be lost meanwhile */
  const opening = useRef(false)
  const shown = useEffectEvent(() => {
    if (takeFocus && !openFirst) trigger.current?.focus()
    // before the browser takes the next key, and only then: React does not draw inside of an effect
    if (early.current.length > 0) queueMicrotask(() => pressKeys([opener(early.current)]))
    onShown()
  })
  useLayoutEffect(() => shown(), [])
  return (
    // the select would write a style element, which the content security policy refuses
    <CSPProvider disableStyleElements>
      <Select.Root
        items={items}
        value={value}
        defaultOpen={openFirst}
        name={name}
        onValueChange={(next) => next !== null && onChange(next)}
        onOpenChange={(open) => {
          if (!open) opening.current = false
        }}
      >
        <Select.Trigger
          {...ids}
          ref={(element: HTMLButtonElement | null) => {
            trigger.current = element
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
          }}
          onBlur={onBlur}
          onKeyDown={(event) => {
            const key = listKeyOf(event)
            if (key && opening.current) {
              event.preventDefault()
              event.preventBaseUIHandler()
              early.current.push(key)
            } else if (opensList(key)) opening.current = true
          }}
          className={className}
        >
          {text}
          <Icon icon={ChevronsUpDown} />
        </Select.Trigger>
        {/* a landmark, because the portal lies outside the page's own */}
        <Select.Portal
          // named like the field: a list stays after its first use, and landmarks must differ
          render={<section aria-labelledby={ids['aria-labelledby']} aria-label={ids['aria-label'] ?? 'Options'} />}
        >
          <Select.Positioner
            alignItemWithTrigger={false}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 outline-none"
          >
            <Select.Popup
              aria-labelledby={ids['aria-labelledby']}
              aria-label={ids['aria-label'] ?? 'Options'}
              onKeyDownCapture={(event) => {
                const key = listKeyOf(event)
                if (!key || !opening.current) return
                event.preventDefault()
                event.stopPropagation()
                early.current.push(key)
              }}
              onFocus={(event) => {
                // the popup itself has it for a moment before its item does
                if (!opening.current || event.target === event.currentTarget) return
                opening.current = false
                queueMicrotask(() => pressKeys(early.current.splice(0)))
              }}
              className="max-h-[min(20rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-float p-1 text-sm text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0"
            >
              {items.map((item) => (
                <Select.Item
                  key={item.value}
                  value={item.value}
                  label={item.label}
                  disabled={item.disabled}
                  className="flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-hover data-selected:font-medium"
                >
                  <Select.ItemText className="min-w-0 grow">{item.content ?? item.label}</Select.ItemText>
                  <Select.ItemIndicator className="ml-auto text-accent">
                    <Icon icon={Check} className="size-4" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </CSPProvider>
  )
}

/** Takes the key that opens the list away from those that are for its items. Enter would need a press that is not made up. */
function opener(keys: string[]): string {
  const first = opensList(keys[0]) ? keys.shift() : undefined
  return first === 'ArrowUp' ? first : 'ArrowDown'
}
