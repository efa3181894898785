// An empty list: what the resource is for, and the action that creates the first one.
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div
      data-part="empty"
      className="flex flex-col items-center rounded-md border border-dashed border-line-strong px-6 py-12 text-center"
    >
      {icon && (
        <span
          aria-hidden
          className="mb-3 flex size-10 items-center justify-center rounded-md border border-line bg-raised text-accent [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="text-lg font-medium">{title}</p>
      {text && <p className="mt-1 max-w-[28rem] text-sm text-balance text-muted">{text}</p>}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}
