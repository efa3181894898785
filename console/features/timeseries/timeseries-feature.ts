// Metrics of a project, or of the whole fleet: ready charts, and an explorer with queries.
import { ChartLine } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { labelsIn } from '../../label-queries.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { projectView } from '../project/project-queries.ts'
import { explorerQuery, projectSchemas, systemSchemas } from './timeseries-queries.ts'
import { prefetch } from '../../api.ts'

// load the chart code with the page, not after it
const code = async () =>
  (await Promise.all([import('./metrics-page.tsx'), import('../../chart/time-chart-plot.tsx')]))[0]

/** Prefetches; a failure is shown in place of the result, so it must not prevent the page from opening. */
function warmResult(project: string | undefined, search: URLSearchParams): void {
  const text = search.get('query')
  if (text !== null) import('./metrics-explorer.lazy.tsx').catch(() => undefined)
  if (text) prefetch(explorerQuery(project, text)).catch(() => undefined)
}

export const timeseriesFeature: Feature = {
  project: {
    routes: [
      page({
        path: places.projectMetrics,
        crumb: 'Metrics',
        shape: ['charts'],
        load: ({ project = '' }, search) => {
          warmResult(project, search)
          return search.has('query') ? [projectSchemas(project)] : [first1000Instances(project), projectView(project)]
        },
        later: ({ project = '' }) => [labelsIn({ kind: 'instance', project })],
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
        shape: ['charts'],
        load: (_, search) => {
          warmResult(undefined, search)
          return search.has('query') ? [systemSchemas()] : []
        },
        code,
      }),
    ],
    nav: { label: 'Metrics', icon: ChartLine, to: places.systemMetrics },
  },
}
