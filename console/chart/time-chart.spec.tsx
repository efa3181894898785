// What a chart shows when there is nothing to draw. Levels always begin somewhere, so no page of levels can show it in a browser.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { ChartData } from './chart-data.ts'
import { TimeChart } from './time-chart.tsx'

// it draws on a canvas, which only a browser has
vi.mock('./time-chart-plot.tsx', () => ({ TimeChartPlot: () => 'plot' }))

const start = new Date('2026-01-01T00:00:00Z')
const end = new Date('2026-01-01T01:00:00Z')
const data = (times: number[], values: (number | null)[]): ChartData => ({
  start,
  end,
  times,
  series: [{ label: 'Reads', values }],
})
const shown = (given: ChartData | undefined, error?: unknown) =>
  renderToStaticMarkup(<TimeChart title="Disk Reads" unit="Count" data={given} error={error} />)

test.each([
  ['no points', data([], [])],
  ['nothing but gaps', data([start.getTime(), end.getTime()], [null, null])],
  ['no series', { start, end, times: [], series: [] }],
])('%s: no data', (_, given) => {
  expect(shown(given)).toContain('No data')
  expect(shown(given)).not.toContain('Chart loading')
})

test('while the first answer is on its way, and when it cannot come', () => {
  expect(shown(undefined)).toContain('Chart loading')
  expect(shown(undefined, new Error('refused'))).toContain('Something went wrong')
})

test('an old answer stays when the next one fails', () => {
  expect(shown(data([start.getTime()], [1]), new Error('refused'))).not.toContain('Something went wrong')
})
