// Picks one item from a list whose entries show more than a label. Short fixed lists use NativeSelect, long ones Combobox.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from '@lucide/icons'
import type { Ref } from 'react'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../display/spinner.tsx'
import { useMinTime } from '../display/use-min-time.ts'
import { useField } from './field.tsx'
import type { ListItem } from './list-item.ts'
import { controlClass } from './text-input.tsx'

export interface SelectProps<V extends string> {
  items: readonly ListItem<V>[]
  value: V | '' | null | undefined
  onChange: (value: V) => void
  onBlur?: () => void
  placeholder?: string
  /** shown instead of the placeholder when there are no items */
  emptyText?: string
  loading?: boolean
  disabled?: boolean
  name?: string
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { items, value, onChange, placeholder = 'Select an option', emptyText = 'No items', ref, ...rest } = props
  const ids = { ...useField(), 'aria-label': rest['aria-label'] }
  const loading = useMinTime(rest.loading ?? false)
  const selected = items.find((item) => item.value === value)
  // portals render outside the page's landmarks, so the popup gets its own, named like the field
  const popupName = { 'aria-labelledby': ids['aria-labelledby'], 'aria-label': ids['aria-label'] ?? 'Options' }
  return (
    // Base UI would insert a <style> element, which the content security policy blocks
    <CSPProvider disableStyleElements>
      <Base.Root
        items={items}
        // no backdrop over the trigger: the press that opens the list must end on the trigger
        modal={false}
        value={selected?.value ?? null}
        name={rest.name}
        disabled={rest.disabled || loading || items.length === 0}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Base.Trigger
          {...ids}
          ref={ref}
          aria-busy={loading || undefined}
          onBlur={rest.onBlur}
          className={cx(
            controlClass,
            'inline-flex h-8 w-full items-center justify-between gap-2 px-2.5 text-left select-none [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-muted',
          )}
        >
          {loading ? (
            <Spinner size="sm" label="Loading" />
          ) : (
            <span className={cx('truncate', !selected && 'text-muted')}>
              {selected?.label ?? (items.length === 0 ? emptyText : placeholder)}
            </span>
          )}
          <Icon icon={ChevronsUpDown} />
        </Base.Trigger>
        <Base.Portal render={<section {...popupName} />}>
          <Base.Positioner
            alignItemWithTrigger={false}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 outline-none"
          >
            <Base.Popup
              {...popupName}
              className="max-h-[min(20rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-float p-1 text-sm text-body shadow-float transition-opacity duration-120 outline-none data-starting-style:opacity-0"
            >
              {items.map((item) => (
                <Base.Item
                  key={item.value}
                  value={item.value}
                  label={item.label}
                  disabled={item.disabled}
                  className="flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-hover data-selected:font-medium"
                >
                  <Base.ItemText className="min-w-0 grow">{item.content ?? item.label}</Base.ItemText>
                  <Base.ItemIndicator className="ml-auto text-accent">
                    <Icon icon={Check} className="size-4" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
