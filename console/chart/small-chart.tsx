// A small chart without axes: a line for each series, their last values, and how high the highest point is.
import type { ChartData } from './chart-data.ts'
import { colorAt, seriesColors, slotOf, Swatch } from './series-colors.tsx'
import { valueText } from './units.ts'

interface SmallChartProps {
  title: string
  unit: string
  /** undefined during the first load */
  data: ChartData | undefined
  /** the top of the drawing, if the values have one */
  max?: number
  /** more about the last values, below them */
  note?: string
}

const WIDTH = 240
const HEIGHT = 48

export function SmallChart({ title, unit, data, max, note }: SmallChartProps) {
  const series = data?.series ?? []
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const top = max ?? highest
  const hasPoints = series.some(({ values }) => values.some((value) => value !== null))
  const said = series.map(({ label, values }) => `${label} ${valueText(values.at(-1), unit)}`).join(', ')
  return (
    <figure className="min-w-0 rounded-md border border-line bg-raised p-4">
      <figcaption className="mb-2 flex items-baseline justify-between gap-2">
        <span className="font-medium">{title}</span>
        {hasPoints && (
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">Highest {valueText(highest, unit)}</span>
        )}
      </figcaption>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no tag for it
        role="img"
        aria-label={`${title} in the last hour: ${hasPoints ? said : data ? 'no data' : 'loading'}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full"
      >
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        {data &&
          series.map((one, at) => (
            <path
              key={one.label}
              d={lineOf(data, one.values, top)}
              fill="none"
              stroke={`var(${colorAt(seriesColors, slotOf(one, at))})`}
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
      </svg>
      <ul aria-hidden className="mt-2 flex min-h-4 flex-wrap gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
        {hasPoints
          ? series.map(({ label, values, slot }, at) => (
              <li key={label} className="flex items-center gap-1.5">
                <Swatch slot={slotOf({ slot }, at)} />
                {label} {valueText(values.at(-1), unit)}
              </li>
            ))
          : data && <li>No data in the last hour</li>}
      </ul>
      {note && <p className="mt-1 text-xs text-muted tabular-nums">{note}</p>}
    </figure>
  )
}

/** Gaps stay gaps. */
function lineOf({ start, end, times }: ChartData, values: readonly (number | null)[], top: number): string {
  const [from, to] = [start.getTime(), end.getTime()]
  return values
    .map((value, at) => {
      if (value === null) return ''
      const x = (((times[at] ?? from) - from) / (to - from)) * WIDTH
      const y = 1 + (HEIGHT - 2) * (1 - Math.min(1, value / (top || 1)))
      const isFirst = (values[at - 1] ?? null) === null
      // a point without neighbors is a dot
      const isAlone = isFirst && (values[at + 1] ?? null) === null
      return `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}${isAlone ? 'h0' : ''}`
    })
    .join('')
}
