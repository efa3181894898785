// A resource's properties as an aligned list of names and values. A missing value is shown as a dash.
import type { CSSProperties, ReactNode } from 'react'
import { Dash } from './dash.tsx'

export interface Property {
  name: string
  value: ReactNode
}

const look = 'rounded-md border border-line bg-raised px-4 py-1.5 text-sm'

/** In two columns, items alternate between left and right. Where there is room for only one, the left ones come first. */
export function Properties({ items, columns = 1 }: { items: readonly Property[]; columns?: 1 | 2 }) {
  const left = items.filter((_, at) => at % columns === 0)
  const right = items.filter((_, at) => at % columns !== 0)
  return (
    <dl
      className={columns === 2 ? `grid gap-x-8 md:grid-flow-col md:auto-cols-fr md:grid-rows-(--rows) ${look}` : look}
      style={{ '--rows': `repeat(${left.length}, auto)` } as CSSProperties}
    >
      {[...left, ...right].map((item) => (
        <div key={item.name} className="flex min-h-8 min-w-0 items-center gap-4 py-0.5">
          <dt className="w-28 shrink-0 text-xs text-muted">{item.name}</dt>
          <dd className="min-w-0 grow wrap-anywhere">{item.value || item.value === 0 ? item.value : <Dash />}</dd>
        </div>
      ))}
    </dl>
  )
}
