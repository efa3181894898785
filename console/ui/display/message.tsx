// A message inside a page or form, with a color and icon for its tone.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '@lucide/icons'
import { Icon } from './icon.tsx'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface MessageProps {
  tone?: 'info' | 'success' | 'notice' | 'danger'
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** read aloud when it appears, for errors of a submit */
  alert?: boolean
}

const looks = {
  info: 'border-accent-line bg-accent-soft [&>svg]:text-accent',
  success: 'border-success-line bg-success-soft [&>svg]:text-success',
  notice: 'border-notice-line bg-notice-soft [&>svg]:text-notice',
  danger: 'border-danger-line bg-danger-soft [&>svg]:text-danger',
}
const icons = { info: Info, success: CircleCheck, notice: TriangleAlert, danger: CircleAlert }

export function Message({ tone = 'info', title, children, action, alert }: MessageProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={cx(
        'flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm',
        // beside its buttons, the text would be a few letters wide on a phone
        Boolean(action) && 'max-sm:flex-wrap',
        looks[tone],
      )}
    >
      <Icon icon={icons[tone]} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow wrap-anywhere max-sm:basis-[calc(100%-1.625rem)]">
        {title && <p className="font-medium">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className="shrink-0 max-sm:ml-6.5">{action}</div>}
    </div>
  )
}
