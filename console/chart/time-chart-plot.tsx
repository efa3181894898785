// The plot of a time chart. The arrow keys move along the points; the point under the cursor is also announced.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../theme/theme.ts'
import { indexAt } from './chart-scale.ts'
import type { ChartData } from './chart-data.ts'
import { chartOptions, type ChartColors } from './time-chart-options.ts'

interface PlotProps {
  label: string
  unit: string
  data: ChartData
  step: boolean
}

const HEIGHT = 300
/** a tip's width, about */
const TIP = 200

interface Pointed {
  index: number
  moment: number
  left: number
  /** of the chart, then */
  width: number
}

const dataOf = ({ times, series }: ChartData): uPlot.AlignedData => [
  times.map((time) => time / 1000),
  ...series.map(({ values }) => [...values]),
]

const colorsOf = (element: Element): ChartColors => {
  const style = getComputedStyle(element)
  const value = (name: string) => style.getPropertyValue(name)
  const series = ['--iris-9', '--grass-9', '--amber-9', '--sky-9', '--plum-9', '--tomato-9']
  return { text: value('--slate-11'), grid: value('--slate-5'), series: series.map(value), font: style.fontFamily }
}

/** Drawn anew in another theme: the colours are read once. */
export function TimeChartPlot(props: PlotProps) {
  return <Plot key={useTheme()} {...props} />
}

function Plot({ label, unit, data, step }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(null)
  const view = useRef(data)
  /** the moment that the keyboard has marked: pixels are no place to keep it, for new data move the axis */
  const marked = useRef<number>(undefined)
  const [pointed, point] = useState<Pointed>()
  const count = data.series.length

  useEffect(() => {
    const element = box.current
    if (!element) return
    const plot = new uPlot(
      {
        ...chartOptions({ view, colors: colorsOf(element), count, step }),
        width: element.clientWidth,
        height: HEIGHT,
        hooks: {
          setCursor: [
            ({ cursor, posToVal, posToIdx, width }) => {
              const { left = -1 } = cursor
              if (left < 0) return point(undefined)
              const { times } = view.current
              const moment = marked.current ?? posToVal(left, 'x') * 1000
              // a level holds from its point on; a line is read at the nearest
              const index = step || marked.current !== undefined ? indexAt(times, moment) : posToIdx(left)
              point(index < 0 ? undefined : { index, left, width, moment: step ? moment : (times[index] ?? moment) })
            },
          ],
          draw: [
            (drawn) => {
              if (marked.current === undefined) return
              // what the axis has left behind is marked at its start
              marked.current = Math.max(marked.current, view.current.times[0] ?? 0)
              show(drawn, marked.current)
            },
          ],
        },
      },
      dataOf(view.current),
      element,
    )
    chart.current = plot
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [count, step])

  useLayoutEffect(() => {
    if (view.current === data) return
    view.current = data
    chart.current?.setData(dataOf(data))
  }, [data])

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
    if (marked.current !== undefined) show(plot, marked.current)
  }
  const leave = () => {
    marked.current = undefined
    chart.current?.setCursor({ left: -10, top: -10 })
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
      {pointed && <Tip {...pointed} data={data} unit={unit} />}
    </div>
  )
}

const show = (plot: uPlot, moment: number) =>
  plot.setCursor({ left: Math.max(0, plot.valToPos(moment / 1000, 'x')), top: 0 })

const momentOf = (moment: number) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(moment)
const valueOf = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined
    ? 'no data'
    : `${value.toLocaleString(undefined, { maximumFractionDigits: 2 })} ${unit}`

interface TipProps extends Pointed {
  data: ChartData
  unit: string
}

function Tip({ index, moment, left, data, unit, width }: TipProps) {
  // beside the line where it fits, else in the middle: it must not stick out of a narrow page
  const side =
    left + TIP < width
      ? { left: left + 12 }
      : left > TIP
        ? { right: width - left + 12 }
        : { left: Math.max(0, (width - TIP) / 2) }
  return (
    <div
      aria-hidden
      style={side}
      className="pointer-events-none absolute top-2 z-2 rounded-md border border-line bg-float px-2.5 py-1.5 text-xs shadow-float"
    >
      <div className="whitespace-nowrap text-muted tabular-nums">{momentOf(moment)}</div>
      {data.series.map(({ label, values }) => (
        <div key={label} className="mt-0.5 flex justify-between gap-4 whitespace-nowrap">
          <span>{label}</span>
          <span className="font-medium tabular-nums">{valueOf(values[index], unit)}</span>
        </div>
      ))}
    </div>
  )
}
