// Stacked series: each line is drawn on top of the ones before it.
import type { TimeSeries } from './chart-data.ts'

/** Running totals, series by series. A gap counts as zero unless all series have one there. */
export function stacked(series: readonly TimeSeries[]): (number | null)[][] {
  const length = series[0]?.values.length ?? 0
  const total = Array.from({ length }, () => 0)
  const isGap = Array.from({ length }, (_, at) => series.every(({ values }) => (values[at] ?? null) === null))
  return series.map(({ values }) =>
    total.map((_, at) => {
      if (isGap[at]) return null
      total[at] = (total[at] ?? 0) + (values[at] ?? 0)
      return total[at] ?? null
    }),
  )
}

/** Points with a gap on both sides. No line leads to them, so they are drawn as dots. */
export function lonePoints(values: readonly (number | null | undefined)[]): number[] {
  const isGap = (at: number) => (values[at] ?? null) === null
  return [...values.keys()].filter((at) => !isGap(at) && isGap(at - 1) && isGap(at + 1))
}
