// "View API request": the request that a button will send, as curl, TypeScript and a command, so that it can be scripted.
import { ChevronRight } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useState } from 'react'
import { cx } from '../ui/display/cx.ts'
import { lazyPopup } from '../ui/display/lazy.tsx'
import type { ApiRequest } from './request-text.ts'

const RequestPanel = lazyPopup(async () => (await import('./request-panel.lazy.tsx')).RequestPanel)

interface ViewRequestProps {
  calls: readonly ApiRequest[]
  /** one command that replaces all the calls */
  command?: string | undefined
}

export function ViewRequest({ calls, command }: ViewRequestProps) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="API request" className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-1.5 px-2 text-left text-xs text-muted hover:text-body"
      >
        <Icon icon={ChevronRight} className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {calls.length > 1 ? `View ${calls.length} API requests` : 'View API request'}
      </button>
      {open && <RequestPanel calls={calls} command={command} onClose={() => setOpen(false)} />}
    </section>
  )
}
