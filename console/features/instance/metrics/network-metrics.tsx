// What an instance sends and receives.
import { Network } from '@lucide/icons'
import { usePlatform } from '../../../platform.ts'
import { useData } from '../../../use-api.ts'
import { instanceInterfaces } from '../instance-queries.ts'
import { useMetrics } from './metrics-tab.tsx'
import { PartMetrics } from './part-metrics.tsx'

const charts = [
  { metric: 'bytes_sent', title: 'Bytes sent', label: 'Sent', unit: 'MiB/s' },
  { metric: 'bytes_received', title: 'Bytes received', label: 'Received', unit: 'MiB/s' },
  { metric: 'packets_sent', title: 'Packets sent', label: 'Packets', unit: 'packets/s' },
  { metric: 'packets_received', title: 'Packets received', label: 'Packets', unit: 'packets/s' },
  { metric: 'packets_dropped', title: 'Packets dropped', label: 'Packets', unit: 'packets/s' },
] as const

export default function NetworkMetrics() {
  const { project, instance } = useMetrics()
  const isMeasured = usePlatform()?.enforcesNetworks !== false
  const parts = useData(instanceInterfaces(project, instance)).items
  return (
    <PartMetrics
      parts={isMeasured ? parts : []}
      label="Network interface"
      allLabel="All interfaces"
      empty={{
        icon: Network,
        title: 'No network metrics',
        text: isMeasured
          ? 'This instance has no network interfaces. Add one to measure its traffic.'
          : 'Without OVN, each interface has a network of its own, where nothing counts its traffic.',
      }}
      target="instance_network_interface"
      instanceField="instance_id"
      partField="interface_id"
      charts={charts}
    />
  )
}
