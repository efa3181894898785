// Tabs inside a form: they select the visible fields and are not part of the URL.
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../ui/display/cx.ts'

interface FormTabsProps<V extends string> {
  label: string
  tabs: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  children: ReactNode
}

export function FormTabs<V extends string>({ label, tabs, value, onChange, children }: FormTabsProps<V>) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = (at + step + tabs.length) % tabs.length
    if (tabs[next]) onChange(tabs[next].value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs are; keys bubble from them */}
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cx(
              '-mb-px h-9 shrink-0 border-b-2 border-transparent px-3 text-sm text-muted transition-colors hover:text-body focus-visible:-outline-offset-2',
              tab.value === value && 'border-accent-fill! font-medium text-body!',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </div>
  )
}
