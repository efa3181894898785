// What a chart shows without data. Levels always have a start, so browser tests of level pages cannot cover it.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
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

test('while the first response is loading, and when it fails', () => {
  expect(shown(undefined)).toContain('Chart loading')
  expect(shown(undefined, new Error('refused'))).toContain('Something went wrong')
})

test.each<[OperationId, string | undefined, string]>([
  ['timeseries_query', 'web', 'You need the viewer role on project web.'],
  ['silo_metric', undefined, 'You need the viewer role on this silo.'],
  ['system_timeseries_query', undefined, 'You need the fleet viewer role.'],
])('a refused %s names the missing role', (operation, project, text) => {
  const error = new ApiError(operation, { status: 403, message: 'Forbidden' })
  const chart = <TimeChart title="CPU" unit="%" data={undefined} error={error} project={project} />
  expect(renderToStaticMarkup(chart)).toContain(text)
})

test('old data stays when the next request fails', () => {
  expect(shown(data([start.getTime()], [1]), new Error('refused'))).not.toContain('Something went wrong')
})
