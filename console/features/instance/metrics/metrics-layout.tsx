// The toolbar and the grid of a metrics page: the selection on the left, the time range on the right, charts below.
import type { ReactNode } from 'react'
import { useCharts } from './metrics-tab.tsx'

interface MetricsLayoutProps {
  picker?: ReactNode
  /** above the grid, over its whole width */
  wide?: ReactNode
  children: ReactNode
}

export function MetricsLayout({ picker, wide, children }: MetricsLayoutProps) {
  const { rangeControls } = useCharts()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="w-full sm:w-56">{picker}</div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-auto">{rangeControls}</div>
      </div>
      <div className="space-y-4">
        {wide}
        <div className="grid gap-4 xl:grid-cols-2">{children}</div>
      </div>
    </>
  )
}
