// "View API request": the request that a button will send, as curl and as TypeScript, so that it can be scripted.
import { ChevronRight } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useState } from 'react'
import { cx } from '../ui/display/cx.ts'
import { RequestPanel, type ApiRequest } from './request-panel.tsx'

export function ViewRequest({ calls }: { calls: readonly ApiRequest[] }) {
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
      {open && <RequestPanel calls={calls} />}
    </section>
  )
}
