// The plot of a time chart. The arrow keys move along the points; the point under the cursor is also announced.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../theme/theme.ts'
import { indexAt } from './chart-scale.ts'
import type { ChartData } from './chart-data.ts'
import { seriesColors, slotOf, Swatch } from './series-colors.tsx'
import { measuredText } from '../util/format.ts'
import { sampleTimeText } from '../util/time-text.ts'
import { stacked } from './stack.ts'
import { chartOptions, drawGuides, type ChartColors, type ChartLook } from './time-chart-options.ts'

interface PlotProps extends ChartLook {
  label: string
  unit: string
  data: ChartData
}

const HEIGHT = 300
/** roughly the width of a tooltip */
const TIP_WIDTH = 200
const MAX_TIP_SERIES = 12
/** how far outside the outermost points the pointer still selects them, in pixels */
const EDGE_REACH = 24

interface Pointed {
  index: number
  moment: number
  left: number
  /** the chart's width at that time */
  width: number
  /** in this chart, not in one that shares its cursor */
  isHere: boolean
}

const plotData = ({ times, series }: ChartData, stack?: boolean): uPlot.AlignedData => [
  times.map((time) => time / 1000),
  ...(stack ? stacked(series) : series.map(({ values }) => [...values])),
]

const colorsOf = (element: Element): ChartColors => {
  const style = getComputedStyle(element)
  const value = (name: string) => style.getPropertyValue(name)
  return {
    text: value('--slate-11'),
    grid: value('--slate-4'),
    zero: value('--slate-8'),
    limit: value('--tomato-11'),
    series: seriesColors.map(value),
    font: style.fontFamily,
  }
}

/** Redrawn when the theme changes: colors are read once. */
export function TimeChartPlot(props: PlotProps) {
  return <Plot key={useTheme()} {...props} />
}

function Plot({ label, unit, data, ...look }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(null)
  const view = useRef({ data, look })
  /** the moment marked by keyboard; a time instead of a pixel, because new data moves the axis */
  const marked = useRef<number>(undefined)
  const [pointed, point] = useState<Pointed>()
  const { step = false, stack = false, limit } = look
  const count = data.series.length

  useEffect(() => {
    const element = box.current
    if (!element) return
    const colors = colorsOf(element)
    const plot = new uPlot(
      {
        ...chartOptions({ view, colors, count }),
        width: element.clientWidth,
        height: HEIGHT,
        hooks: {
          setCursor: [
            ({ cursor, posToVal, posToIdx, valToPos, width }) => {
              const { left = -1 } = cursor
              if (left < 0) return point(undefined)
              const { times } = view.current.data
              const moment = marked.current ?? posToVal(left, 'x') * 1000
              // a level holds from its point on; a line is read at the nearest point
              const index = step || marked.current !== undefined ? indexAt(times, moment) : posToIdx(left)
              const distance = Math.abs(valToPos((times[index] ?? moment) / 1000, 'x') - left)
              const isOutside = moment < (times[0] ?? 0) || moment > (times.at(-1) ?? 0)
              // outside the first and last point there is no value
              if (!step && isOutside && distance > EDGE_REACH) return point(undefined)
              const isHere = marked.current !== undefined || element.matches(':hover')
              const at = step ? moment : (times[index] ?? moment)
              point(index < 0 ? undefined : { index, left, width, isHere, moment: at })
            },
          ],
          drawAxes: [(drawn) => drawGuides(drawn, colors, view.current.look.limit)],
          draw: [
            (drawn) => {
              if (marked.current === undefined) return
              // a moment that has scrolled out of the axis is marked at its start
              marked.current = Math.max(marked.current, view.current.data.times[0] ?? 0)
              show(drawn, marked.current)
            },
          ],
        },
      },
      plotData(view.current.data, stack),
      element,
    )
    chart.current = plot
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [count, step, stack])

  useLayoutEffect(() => {
    const before = view.current
    view.current = { data, look }
    if (before.data === data && before.look.limit?.value === limit?.value) return
    chart.current?.setData(plotData(data, stack))
  })

  const walk = (event: KeyboardEvent) => {
    const plot = chart.current
    const last = data.times.length - 1
    if (event.key === 'Escape') return leave()
    const at = pointed?.index ?? last + 1
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }
    const next = moves[event.key]
    if (next === undefined || !plot) return
    event.preventDefault()
    marked.current = data.times[Math.min(last, Math.max(0, next))]
    if (marked.current !== undefined) show(plot, marked.current, true)
  }
  const leave = () => {
    if (marked.current === undefined) return
    marked.current = undefined
    if (chart.current) moveCursor(chart.current, { left: -10, top: -10 }, true)
  }

  const latest = data.times.length - 1
  const said = (index: number, moment: number) =>
    `${momentOf(moment)}: ${data.series.map((one) => `${one.label} ${valueOf(one.values[index], unit)}`).join(', ')}`
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the points are the values it slides along; there is no native chart
      role="slider"
      aria-label={`${label} over time`}
      aria-valuemin={0}
      aria-valuemax={latest}
      aria-valuenow={pointed?.index ?? latest}
      aria-valuetext={pointed ? said(pointed.index, pointed.moment) : said(latest, data.times[latest] ?? 0)}
      tabIndex={0}
      className="relative h-full rounded-sm [&_.u-cursor-x]:border-control!"
      onKeyDown={walk}
      onPointerMove={() => (marked.current = undefined)}
      onBlur={leave}
    >
      {pointed?.isHere && <Tip {...pointed} data={data} unit={unit} />}
    </div>
  )
}

/** The third parameter, which publishes the move to charts with the same sync key, is missing in uPlot's types. */
type SetCursor = (at: { left: number; top: number }, fireHook: boolean, publish: boolean) => void
const moveCursor = (plot: uPlot, at: { left: number; top: number }, publish = false) =>
  (plot.setCursor as SetCursor)(at, true, publish)

const show = (plot: uPlot, moment: number, publish = false) =>
  moveCursor(plot, { left: Math.max(0, plot.valToPos(moment / 1000, 'x')), top: 0 }, publish)

const momentOf = (moment: number) => sampleTimeText(new Date(moment))
const valueOf = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined ? 'no data' : `${measuredText(value)} ${unit}`

interface TipProps extends Pointed {
  data: ChartData
  unit: string
}

function Tip({ index, moment, left, data, unit, width }: TipProps) {
  // next to the cursor if it fits, otherwise centered, so that it stays inside a narrow page
  const side =
    left + TIP_WIDTH < width
      ? { left: left + 12 }
      : left > TIP_WIDTH
        ? { right: width - left + 12 }
        : { left: Math.max(0, (width - TIP_WIDTH) / 2) }
  const sorted = data.series
    .map((one, at) => ({ label: one.label, slot: slotOf(one, at), value: one.values[index] }))
    .sort((one, other) => (other.value ?? -1) - (one.value ?? -1))
  return (
    <div
      aria-hidden
      style={side}
      className="pointer-events-none absolute top-2 z-2 rounded-md border border-line bg-float px-2.5 py-1.5 text-xs shadow-float"
    >
      <div className="whitespace-nowrap text-muted tabular-nums">{momentOf(moment)}</div>
      {sorted.slice(0, MAX_TIP_SERIES).map(({ label, slot, value }) => (
        <div key={label} className="mt-0.5 flex items-center gap-1.5 whitespace-nowrap">
          {sorted.length > 1 && <Swatch slot={slot} />}
          <span>{label}</span>
          <span className="ml-auto pl-3 font-medium tabular-nums">{valueOf(value, unit)}</span>
        </div>
      ))}
      {sorted.length > MAX_TIP_SERIES && (
        <div className="mt-0.5 text-muted">and {sorted.length - MAX_TIP_SERIES} more</div>
      )}
    </div>
  )
}
