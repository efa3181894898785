// Exports a chart: its points as CSV, its image as PNG.
import { csv, download, downloadBlob } from '../util/csv.ts'
import type { ChartData } from './chart-data.ts'

/** One row per time. Numbers are not rounded; gaps are empty cells. */
export const chartCsv = ({ times, series }: ChartData, unit: string): string =>
  csv([
    ['time', ...series.map(({ label }) => `${label} (${unit})`)],
    ...times.map((time, at) => [
      new Date(time).toISOString(),
      ...series.map(({ values }) => {
        const value = values[at] ?? null
        return value === null ? '' : String(value)
      }),
    ]),
  ])

/** `CPU utilization: running` becomes `cpu-utilization-running`. */
export const fileName = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const downloadCsv = (title: string, unit: string, data: ChartData) =>
  download(`${fileName(title)}.csv`, chartCsv(data, unit))

const PADDING = 16
const TITLE_HEIGHT = 28

/** The drawn chart with its title on the page's background, because a transparent image is unreadable in a dark viewer. */
export function downloadPng(title: string, chart: HTMLCanvasElement): void {
  const style = getComputedStyle(chart)
  const scale = chart.width / Math.max(1, chart.clientWidth)
  const picture = document.createElement('canvas')
  picture.width = chart.width + 2 * PADDING * scale
  picture.height = chart.height + (2 * PADDING + TITLE_HEIGHT) * scale
  const ctx = picture.getContext('2d')
  if (!ctx) return
  ctx.fillStyle = style.getPropertyValue('--slate-1')
  ctx.fillRect(0, 0, picture.width, picture.height)
  ctx.fillStyle = style.getPropertyValue('--slate-12')
  ctx.font = `600 ${15 * scale}px ${style.fontFamily}`
  ctx.textBaseline = 'top'
  ctx.fillText(title, PADDING * scale, PADDING * scale)
  ctx.drawImage(chart, PADDING * scale, (PADDING + TITLE_HEIGHT) * scale)
  picture.toBlob((blob) => blob && downloadBlob(`${fileName(title)}.png`, blob), 'image/png')
}
