// uPlot options for our charts: values on the right in round steps from zero, round times below, subtle lines.
import uPlot from 'uplot'
import { highestOf, tickText, timeFormat, timeStep, timeTicks, valueScale } from './chart-scale.ts'
import type { ChartData, ChartLimit } from './chart-data.ts'
import { colorAt, dashAt, slotOf } from './series-colors.tsx'
import { lonePoints } from './stack.ts'

export interface ChartColors {
  text: string
  grid: string
  zero: string
  limit: string
  series: readonly string[]
  font: string
}

export interface ChartLook {
  /** draws steps, because levels hold until the next point */
  step?: boolean
  /** stacks the series */
  stack?: boolean
  /** the values are whole numbers */
  whole?: boolean
  limit?: ChartLimit | undefined
  /** labels of the value axis */
  tick?: (value: number) => string
  /** charts with the same key share their cursor */
  sync?: string | undefined
}

interface OptionsGiven {
  /** read while drawing: the data may have changed since the chart was created */
  view: { readonly current: { data: ChartData; look: ChartLook } }
  colors: ChartColors
  count: number
}

/** The same for all charts, so that the plots of charts below each other line up. */
const VALUE_AXIS_WIDTH = 56
const TIME_LABEL_WIDTH = 104
const MAX_TIME_TICKS = 8
/** A centered label closer to the left edge than this share of the width would be cut off. */
const LEFT_EDGE = 0.04

export const axisTimeStep = (start: number, end: number, width: number) =>
  timeStep(start, end, Math.min(MAX_TIME_TICKS, Math.max(2, Math.floor(width / TIME_LABEL_WIDTH))))

export function chartOptions({ view, colors, count }: OptionsGiven): Omit<uPlot.Options, 'width' | 'height'> {
  const { step = false, stack = false, sync } = view.current.look
  const axis = {
    stroke: colors.text,
    font: `11px ${colors.font}`,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    border: { show: false },
  }
  const scale = (plot: uPlot) => {
    const { limit, whole } = view.current.look
    return valueScale(highestOf(plot.data.slice(1).flatMap((values) => [...values])), { limit: limit?.value, whole })
  }
  const boundary = () => view.current.data
  return {
    legend: { show: false },
    padding: [8, 0, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { show: !step, size: 6 },
      ...(sync && { sync: { key: sync, setSeries: false } }),
    },
    scales: {
      x: { time: true, range: () => [boundary().start.getTime() / 1000, boundary().end.getTime() / 1000] },
      y: { range: (plot) => [0, scale(plot).top] },
    },
    series: [
      {},
      ...Array.from({ length: count }, (_, at): uPlot.Series => {
        const slot = slotOf(view.current.data.series[at] ?? {}, at)
        const color = colorAt(colors.series, slot) ?? 'currentColor'
        return {
          stroke: color,
          // areas behind several unstacked lines would only mix colors
          ...((count === 1 || stack) && { fill: `${color}${stack ? '66' : '26'}` }),
          width: 1.5,
          dash: dashAt(slot),
          spanGaps: false,
          points: {
            show: true,
            size: 5,
            fill: color,
            filter: (plot, index) => lonePoints([...(plot.data[index] ?? [])]),
          },
          ...(step && { paths: uPlot.paths.stepped!({ align: 1 }) }),
        }
      }),
    ],
    // an area reaches down to the series below it
    ...(stack && {
      bands: Array.from({ length: count - 1 }, (_, at) => ({ series: [at + 2, at + 1] as [number, number] })),
    }),
    axes: [
      {
        ...axis,
        size: 24,
        gap: 6,
        grid: { show: false },
        splits: (plot, _axis, from, to) => {
          const [start, end] = [from * 1000, to * 1000]
          const ticks = timeTicks(start, end, axisTimeStep(start, end, plot.width))
          return ticks.filter((tick) => tick - start > (end - start) * LEFT_EDGE).map((tick) => tick / 1000)
        },
        values: (plot, moments) => {
          const { start, end } = boundary()
          const text = timeFormat(start, end, axisTimeStep(start.getTime(), end.getTime(), plot.width))
          return moments.map((moment) => text(new Date(moment * 1000)))
        },
      },
      {
        ...axis,
        side: 1,
        gap: 8,
        size: VALUE_AXIS_WIDTH,
        splits: (plot) => scale(plot).ticks,
        values: (_plot, ticks) => ticks.map(view.current.look.tick ?? ((tick) => tickText(tick))),
      },
    ],
  }
}

/** The zero line, and the limit where it is in view. */
export function drawGuides({ ctx, bbox, valToPos, scales }: uPlot, colors: ChartColors, limit?: ChartLimit): void {
  const line = (value: number, color: string, dash: number[]) => {
    const y = Math.round(valToPos(value, 'y', true)) + 0.5
    ctx.strokeStyle = color
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash(dash)
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    return y
  }
  ctx.save()
  line(0, colors.zero, [])
  if (limit && limit.value <= (scales['y']?.max ?? 0)) {
    const y = line(limit.value, colors.limit, [4, 4])
    ctx.font = `${11 * devicePixelRatio}px ${colors.font}`
    ctx.fillStyle = colors.limit
    ctx.textAlign = 'left'
    ctx.textBaseline = 'top'
    ctx.fillText(limit.label, bbox.left + 4 * devicePixelRatio, y + 3 * devicePixelRatio)
  }
  ctx.restore()
}
