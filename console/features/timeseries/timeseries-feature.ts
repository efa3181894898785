// The metrics explorer: queries over the samples of a project, or of the whole fleet.
import { ChartLine } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { explorerQuery, projectSchemas, systemSchemas } from './timeseries-queries.ts'
import { prefetch } from '../../api.ts'

// load the chart code with the page, not after it
const code = async () =>
  (await Promise.all([import('./metrics-explorer.tsx'), import('../../chart/time-chart-plot.tsx')]))[0]

/** Prefetches; a failure is shown in place of the result, so it must not prevent the page from opening. */
function warmResult(project: string | undefined, search: URLSearchParams): void {
  const text = search.get('query')
  if (text) prefetch(explorerQuery(project, text)).catch(() => undefined)
}

export const timeseriesFeature: Feature = {
  project: {
    routes: [
      page({
        path: places.projectMetrics,
        crumb: 'Metrics',
        shape: ['explorer'],
        load: ({ project = '' }, search) => {
          warmResult(project, search)
          return [projectSchemas(project)]
        },
        code,
      }),
    ],
    nav: { label: 'Metrics', icon: ChartLine, to: places.projectMetrics },
  },
  system: {
    routes: [
      page({
        path: places.systemMetrics,
        crumb: 'Metrics',
        shape: ['explorer'],
        load: (_, search) => {
          warmResult(undefined, search)
          return [systemSchemas()]
        },
        code,
      }),
    ],
    nav: { label: 'Metrics', icon: ChartLine, to: places.systemMetrics },
  },
}
