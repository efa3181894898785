// What was read from and written to one disk, whichever instance it was attached to.
import { useParams } from 'react-router'
import { useData } from '../../../use-api.ts'
import { diskView } from '../../disk/disk-queries.ts'
import { diskCharts } from './disk-metrics.tsx'
import { MetricChart } from './metric-chart.tsx'
import { MetricsLayout } from './metrics-layout.tsx'
import { useCharts } from './metrics-tab.tsx'

export default function DiskCharts() {
  const { disk: name = '' } = useParams()
  const { project, range } = useCharts()
  const { id } = useData(diskView(project, name))
  return (
    <MetricsLayout>
      {diskCharts.map(({ metric, ...chart }) => (
        <MetricChart
          key={metric}
          {...chart}
          query={{ metric: `virtual_disk:${metric}`, range, where: { disk_id: id }, groupBy: 'disk_id' }}
        />
      ))}
    </MetricsLayout>
  )
}
