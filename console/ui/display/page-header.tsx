// The title of a page with its actions. One per page, because it contains the only h1.
import type { ReactNode } from 'react'

export interface PageHeaderProps {
  title: ReactNode
  icon?: ReactNode
  /** next to the title: a state, a docs button */
  aside?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, icon, aside, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      {/* together, so that a long title wraps beside the icon, not below it */}
      <div className="flex min-w-0 gap-3">
        {icon && (
          <span aria-hidden className="mt-1 text-accent [&_svg]:size-5">
            {icon}
          </span>
        )}
        <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      </div>
      {aside}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** The title of one tab of a page, with its actions. */
export function TabHeader({ title, aside, actions }: PageHeaderProps) {
  return (
    <header className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="min-w-0 text-lg font-medium wrap-anywhere">{title}</h2>
      {aside}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
