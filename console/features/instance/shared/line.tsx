// A name and a value in a list of facts.
import type { ReactNode } from 'react'

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 min-w-0 items-center gap-4">
      <dt className="w-28 shrink-0 text-xs text-muted wrap-anywhere">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
