// "Show the call": the request that a button will send, as curl and as TypeScript, so that what is done here by hand can be done
// by a script. Closed at first; the text, and the code that makes it, come only when it is opened.
import { ChevronRight } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useState } from 'react'
import type { OperationId } from '#contract/operations.ts'
import { cx } from '../ui/display/cx.ts'
import { late, useLate } from '../ui/display/late.ts'

export interface ShownCall {
  operation: OperationId
  params: object
}

export interface ShowTheCallProps {
  calls: readonly ShownCall[]
}

const panel = late<ShowTheCallProps>(async () => (await import('./call-panel.tsx')).CallPanel)

export function ShowTheCall({ calls }: ShowTheCallProps) {
  const [open, setOpen] = useState(false)
  const isReady = useLate(panel, open, false)
  return (
    <section aria-label="The API call" className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        onPointerEnter={panel.warm}
        onFocus={panel.warm}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-1.5 px-2 text-left text-xs text-muted hover:text-body"
      >
        <Icon icon={ChevronRight} className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {calls.length > 1 ? `Show the ${calls.length} calls` : 'Show the call'}
      </button>
      {open && isReady && <panel.Part calls={calls} />}
    </section>
  )
}
