// How our charts look to uPlot: the value axis on the right, six whole ticks, five moments, quiet lines.
import uPlot from 'uplot'
import { momentsIn, ticksTo, tickText, timeFormat, topOf } from './chart-scale.ts'
import type { ChartData } from './chart-data.ts'

export interface ChartColors {
  text: string
  grid: string
  series: readonly string[]
  font: string
}

interface LookOptions {
  /** read when it draws: the data may have moved on since the chart was made */
  view: { readonly current: ChartData }
  colors: ChartColors
  count: number
  step: boolean
}

const CHARACTER = 7
const AROUND = 18

export function chartOptions({ view, colors, count, step }: LookOptions): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = {
    stroke: colors.text,
    font: `11px ${colors.font}`,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    border: { show: false },
  }
  const allValues = () => view.current.series.flatMap(({ values }) => values)
  return {
    legend: { show: false },
    padding: [8, 0, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !step, size: 6 } },
    scales: {
      x: { time: true, range: () => [view.current.start.getTime() / 1000, view.current.end.getTime() / 1000] },
      y: { range: () => [0, topOf(allValues())] },
    },
    series: [
      {},
      ...Array.from({ length: count }, (_, at) => {
        const color = colors.series[at % colors.series.length] ?? colors.text
        return {
          stroke: color,
          // an area behind several lines would only mix colours
          ...(count === 1 && { fill: `${color}26` }),
          width: 1.5,
          points: { show: false },
          ...(step && { paths: uPlot.paths.stepped!({ align: 1 }) }),
        }
      }),
    ],
    axes: [
      {
        ...axis,
        size: 24,
        gap: 6,
        align: 1,
        grid: { show: false },
        splits: (_plot, _axis, from, to) => momentsIn(from, to),
        values: (_plot, moments) => {
          const text = timeFormat(view.current.start, view.current.end)
          return moments.map((moment) => text(new Date(moment * 1000)))
        },
      },
      {
        ...axis,
        side: 1,
        gap: 8,
        size: (_plot, texts) => AROUND + CHARACTER * Math.max(2, ...(texts ?? []).map((text) => text.length)),
        splits: (_plot, _axis, _from, to) => ticksTo(to),
        values: (_plot, ticks) => ticks.map((tick) => tickText(tick)),
      },
    ],
  }
}
