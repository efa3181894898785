// What an instance reads from and writes to its disks.
import { HardDrive } from '@lucide/icons'
import { useData } from '../../../use-api.ts'
import { instanceDisks } from '../instance-queries.ts'
import { useMetrics } from './metrics-tab.tsx'
import { PartMetrics } from './part-metrics.tsx'

export const diskCharts = [
  { metric: 'reads', title: 'Disk reads', label: 'Reads', unit: 'IOPS' },
  { metric: 'writes', title: 'Disk writes', label: 'Writes', unit: 'IOPS' },
  { metric: 'bytes_read', title: 'Bytes read', label: 'Read', unit: 'MiB/s' },
  { metric: 'bytes_written', title: 'Bytes written', label: 'Written', unit: 'MiB/s' },
  { metric: 'flushes', title: 'Disk flushes', label: 'Flushes', unit: 'IOPS' },
] as const

const empty = {
  icon: HardDrive,
  title: 'No disk metrics',
  text: 'This instance has no disks. Attach one to measure its reads and writes.',
}

export default function DiskMetrics() {
  const { project, instance } = useMetrics()
  return (
    <PartMetrics
      parts={useData(instanceDisks(project, instance)).items}
      label="Disk"
      allLabel="All disks"
      target="virtual_disk"
      instanceField="attached_instance_id"
      partField="disk_id"
      {...{ empty, charts: diskCharts }}
    />
  )
}
