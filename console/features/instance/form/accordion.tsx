// Collapsible sections. An opened section scrolls into view, because it is often below the fold of a long form.
import { ChevronRight } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { cx } from '../../../ui/display/cx.ts'

export interface AccordionItemProps {
  title: ReactNode
  /** next to the title, even when closed */
  aside?: ReactNode
  defaultOpen?: boolean
  children: ReactNode
}

export function AccordionItem({ title, aside, defaultOpen = false, children }: AccordionItemProps) {
  const id = useId()
  const [open, setOpen] = useState(defaultOpen)
  const section = useRef<HTMLDivElement>(null)
  const byHand = useRef(false)
  useEffect(() => {
    if (open && byHand.current) section.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' })
  }, [open])
  return (
    <div ref={section} className="border-b border-line last:border-0">
      <h3>
        <button
          id={`${id}-button`}
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            byHand.current = true
            setOpen(!open)
          }}
          className="flex min-h-10 w-full items-center gap-2 px-3 text-left text-sm font-medium hover:bg-hover focus-visible:-outline-offset-2"
        >
          <Icon
            icon={ChevronRight}
            aria-hidden
            className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
          />
          <span className="grow">{title}</span>
          {aside}
        </button>
      </h3>
      {/* hidden, not removed: fields inside keep what was typed and are still part of the form */}
      <section id={id} aria-labelledby={`${id}-button`} hidden={!open} className="px-3 pt-1 pb-4">
        {children}
      </section>
    </div>
  )
}

export function Accordion({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-md border border-line bg-page">{children}</div>
}
