// A resource's properties as an aligned list of names and values. A missing value is shown as a dash.
import type { ReactNode } from 'react'
import { Dash } from './dash.tsx'

export interface Property {
  name: string
  value: ReactNode
}

export function Properties({ items, columns = 1 }: { items: readonly Property[]; columns?: 1 | 2 }) {
  return (
    <dl
      className={
        columns === 2
          ? 'grid gap-x-8 rounded-md border border-line bg-raised px-4 py-1.5 text-sm md:grid-cols-2'
          : 'rounded-md border border-line bg-raised px-4 py-1.5 text-sm'
      }
    >
      {items.map((item) => (
        <div key={item.name} className="flex min-h-8 min-w-0 items-center gap-4 py-0.5">
          <dt className="w-28 shrink-0 text-xs text-muted">{item.name}</dt>
          <dd className="min-w-0 grow wrap-anywhere">
            {item.value === undefined || item.value === null || item.value === '' ? <Dash /> : item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
