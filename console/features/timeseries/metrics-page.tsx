// Metrics of a project or of the whole fleet: ready charts, or the explorer for a query of one's own.
import { Braces, ChartLine } from '@lucide/icons'
import { useParams, useSearchParams } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { ButtonLink } from '../../ui/input/button.tsx'
import { MetricsExplorer } from './metrics-explorer.tsx'
import { ProjectCharts, SystemCharts } from './ready-charts.tsx'
import { STARTER_QUERY } from './timeseries-queries.ts'

export default function MetricsPage() {
  const { project } = useParams()
  const [search] = useSearchParams()
  const isExplorer = search.has('query')
  return (
    <>
      <PageHeader
        title="Metrics"
        icon={<Icon icon={ChartLine} />}
        aside={<DocsButton topic="metrics" />}
        actions={
          isExplorer ? (
            <ButtonLink to="?">
              <Icon icon={ChartLine} />
              Ready charts
            </ButtonLink>
          ) : (
            <ButtonLink to={`?${new URLSearchParams({ query: STARTER_QUERY })}`}>
              <Icon icon={Braces} />
              Edit query
            </ButtonLink>
          )
        }
      />
      {isExplorer ? (
        <MetricsExplorer project={project} />
      ) : project === undefined ? (
        <SystemCharts />
      ) : (
        <ProjectCharts project={project} />
      )}
    </>
  )
}
