// What cannot be edited about a subnet: its blocks, and the network interfaces in it.
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { MiniTable } from '../../ui/input/mini-table.tsx'
import { InstanceName } from '../instance/instance-name.tsx'
import { SubnetUsage } from './subnet-usage.tsx'
import type { Subnet } from './vpc-subnet-list.tsx'
import { everySubnetInterface } from './vpc-subnet-queries.ts'

type Interface = Model<'InstanceNetworkInterface'>

const columnsOf = (project: string) => [
  { header: 'Interface', cell: ({ name }: Interface) => name },
  { header: 'Instance', cell: ({ instanceId }: Interface) => <InstanceName project={project} id={instanceId} /> },
  { header: 'Private IP', cell: ({ ip }: Interface) => <span className="font-mono text-xs">{ip}</span> },
]

interface FactsProps {
  project: string
  vpc: string
  subnet: Subnet
}

export function SubnetFacts({ project, vpc, subnet }: FactsProps) {
  const interfaces = useData(everySubnetInterface(project, vpc, subnet.name)).items
  return (
    <>
      <Properties
        items={[
          { name: 'IPv4 block', value: <CopyText text={subnet.ipv4Block} /> },
          { name: 'IPv6 block', value: <CopyText text={subnet.ipv6Block} maxLength={40} /> },
          { name: 'IPv4 addresses', value: <SubnetUsage project={project} vpc={vpc} subnet={subnet} /> },
          { name: 'ID', value: <CopyText text={subnet.id} /> },
          { name: 'Created', value: <DateTime value={subnet.timeCreated} /> },
        ]}
      />
      <MiniTable
        label="Network interfaces"
        rows={interfaces}
        rowKey={({ id }) => id}
        removeLabel={({ name }) => name}
        emptyText="No network interfaces in this subnet"
        columns={columnsOf(project)}
      />
    </>
  )
}
