// What an instance sends and receives.
import { Network } from '@lucide/icons'
import { useState } from 'react'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { NativeSelect } from '../../../ui/input/native-select.tsx'
import { useData } from '../../../use-api.ts'
import { instanceInterfaces, instanceView } from '../instance-queries.ts'
import { MetricChart } from './metric-chart.tsx'
import { MetricsLayout } from './metrics-layout.tsx'
import { useMetrics } from './metrics-tab.tsx'

const charts = [
  { metric: 'bytes_sent', title: 'Bytes sent', label: 'Sent', unit: 'Bytes' },
  { metric: 'bytes_received', title: 'Bytes received', label: 'Received', unit: 'Bytes' },
  { metric: 'packets_sent', title: 'Packets sent', label: 'Packets', unit: 'Count' },
  { metric: 'packets_received', title: 'Packets received', label: 'Packets', unit: 'Count' },
  { metric: 'packets_dropped', title: 'Packets dropped', label: 'Packets', unit: 'Count' },
] as const

const ALL = 'all'

export default function NetworkMetrics() {
  const { project, instance: name, range } = useMetrics()
  const { id } = useData(instanceView(project, name))
  const interfaces = useData(instanceInterfaces(project, name)).items
  const [choice, choose] = useState(ALL)
  if (interfaces.length === 0)
    return (
      <EmptyState
        icon={<Icon icon={Network} />}
        title="No network metrics"
        text="This instance has no network interfaces. Add one to measure its traffic."
      />
    )
  // the interface may have been removed since
  const chosen = interfaces.find((each) => each.id === choice)
  const where = { instance_id: id, ...(chosen && { interface_id: chosen.id }) }
  return (
    <MetricsLayout
      picker={
        <NativeSelect
          aria-label="Network interface"
          items={[
            { value: ALL, label: 'All interfaces' },
            ...interfaces.map((each) => ({ value: each.id, label: each.name })),
          ]}
          value={chosen?.id ?? ALL}
          onChange={choose}
        />
      }
    >
      {charts.map(({ metric, ...chart }) => (
        <MetricChart
          key={metric}
          {...chart}
          query={{
            metric: `instance_network_interface:${metric}`,
            range,
            where,
            groupBy: chosen ? undefined : 'instance_id',
          }}
        />
      ))}
    </MetricsLayout>
  )
}
