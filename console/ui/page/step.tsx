// One step of a checklist, checked off once it is done.
import { Check } from '@lucide/icons'
import type { ReactNode } from 'react'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'

interface StepProps {
  title: string
  text: string
  /** what completed it */
  done?: string | boolean | null | undefined
  /** shown until it is done */
  children: ReactNode
}

export function Step({ title, text, done, children }: StepProps) {
  return (
    <li aria-label={`${title}: ${done ? 'done' : 'to do'}`} className="flex gap-3 py-3">
      <span
        aria-hidden
        className={cx(
          'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3.5',
          done ? 'border-transparent bg-success-soft text-success' : 'border-line-strong',
        )}
      >
        {done && <Icon icon={Check} />}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-40 grow">
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm wrap-anywhere text-muted">{typeof done === 'string' ? done : text}</p>
        </div>
        {!done && <div className="flex flex-wrap items-center gap-3 text-sm">{children}</div>}
      </div>
    </li>
  )
}
