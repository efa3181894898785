// What an instance reads from and writes to its disks.
import { HardDrive } from '@lucide/icons'
import { useState } from 'react'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { NativeSelect } from '../../../ui/input/native-select.tsx'
import { useData } from '../../../use-api.ts'
import { instanceDisks, instanceView } from '../instance-queries.ts'
import { MetricChart } from './metric-chart.tsx'
import { MetricsLayout } from './metrics-layout.tsx'
import { useMetrics } from './metrics-tab.tsx'

const charts = [
  { metric: 'reads', title: 'Disk reads', label: 'Reads', unit: 'Count' },
  { metric: 'writes', title: 'Disk writes', label: 'Writes', unit: 'Count' },
  { metric: 'bytes_read', title: 'Bytes read', label: 'Read', unit: 'Bytes' },
  { metric: 'bytes_written', title: 'Bytes written', label: 'Written', unit: 'Bytes' },
  { metric: 'flushes', title: 'Disk flushes', label: 'Flushes', unit: 'Count' },
] as const

const ALL = 'all'

export default function DiskMetrics() {
  const { project, instance: name, range } = useMetrics()
  const { id } = useData(instanceView(project, name))
  const disks = useData(instanceDisks(project, name)).items
  const [choice, choose] = useState(ALL)
  if (disks.length === 0)
    return (
      <EmptyState
        icon={<Icon icon={HardDrive} />}
        title="No disk metrics"
        text="This instance has no disks. Attach one to measure its reads and writes."
      />
    )
  // the disk may have been detached since
  const disk = disks.find((each) => each.id === choice)
  const where = { attached_instance_id: id, ...(disk && { disk_id: disk.id }) }
  return (
    <MetricsLayout
      picker={
        <NativeSelect
          aria-label="Disk"
          items={[{ value: ALL, label: 'All disks' }, ...disks.map((each) => ({ value: each.id, label: each.name }))]}
          value={disk?.id ?? ALL}
          onChange={choose}
        />
      }
    >
      {charts.map(({ metric, ...chart }) => (
        <MetricChart
          key={metric}
          {...chart}
          query={{
            metric: `virtual_disk:${metric}`,
            range,
            where,
            groupBy: disk ? undefined : 'attached_instance_id',
          }}
        />
      ))}
    </MetricsLayout>
  )
}
