// Provisioned memory over time.
import { useMemo } from 'react'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import { GiB } from '../util/format.ts'
import type { Range } from '../util/range.ts'
import { levelChart, type Levels } from './levels.ts'
import { TimeChart } from './time-chart.tsx'

interface MemoryChartProps {
  range: Range
  project?: string | undefined
  levelsOf: (range: Range) => Query<Levels>
}

export function MemoryChart({ range, project, levelsOf }: MemoryChartProps) {
  const { data, error } = useLoad(levelsOf(range))
  const chart = useMemo(() => data && levelChart(data, GiB), [data])
  return (
    <TimeChart
      title="Memory provisioned"
      unit="GiB"
      data={chart}
      error={error}
      project={project}
      step
      sync="ready-charts"
    />
  )
}
