// The subnets of a VPC: their blocks, the addresses in use, and the custom router.
import { Waypoints } from '@lucide/icons'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { RouterName } from '../vpc-router/router-name.tsx'
import { first1000Routers } from '../vpc-router/vpc-router-queries.ts'
import { SubnetUsage } from './subnet-usage.tsx'
import { subnetList, vpcInterfaces } from './vpc-subnet-queries.ts'

export type Subnet = Model<'VpcSubnet'>

interface At {
  project: string
  vpc: string
}

const columnsOf = (at: At, routers: ReadonlyMap<string, string>): ResourceColumn<Subnet>[] => [
  nameColumn<Subnet>(({ name }) => paths.subnetEdit({ ...at, subnet: name })),
  {
    id: 'blocks',
    header: 'IP blocks',
    early: true,
    text: ({ ipv4Block, ipv6Block }) => `${ipv4Block} ${ipv6Block}`,
    cell: ({ ipv4Block, ipv6Block }) => (
      <span className="block py-1 font-mono text-xs leading-4">
        {ipv4Block}
        <span className="block text-muted">{ipv6Block}</span>
      </span>
    ),
  },
  {
    id: 'addresses',
    header: 'IPv4 addresses',
    // loaded row by row
    text: () => '',
    cell: (subnet) => <SubnetUsage {...at} subnet={subnet} />,
  },
  {
    id: 'router',
    header: 'Custom router',
    text: ({ customRouterId }) => routers.get(customRouterId ?? '') ?? '',
    cell: ({ customRouterId }) => (customRouterId ? <RouterName {...at} id={customRouterId} /> : <Dash />),
  },
  descriptionColumn<Subnet>(),
  createdColumn<Subnet>(),
  idColumn<Subnet>(),
]

const actionsOf = (at: At, { id, name }: Subnet, inUse: boolean): Action[] => [
  { label: 'Edit', icon: 'edit', to: paths.subnetEdit({ ...at, subnet: name }) },
  deleteAction({
    kind: 'subnet',
    name,
    operation: 'vpc_subnet_delete',
    params: { path: { subnet: id } },
    whyNot: inUse ? 'The subnet has network interfaces. Delete them first.' : undefined,
    consequence: 'Its custom router is kept.',
  }),
]

export default function SubnetListTab() {
  const { project = '', vpc = '' } = useParams()
  const at = { project, vpc }
  const routers = new Map(useData(first1000Routers(project, vpc)).items.map(({ id, name }) => [id, name]))
  const used = new Set(useLoad(vpcInterfaces(project, vpc)).data?.map(({ subnetId }) => subnetId))
  return (
    <ResourcePage
      isTab
      title="Subnets"
      icon={Waypoints}
      create={[{ label: 'New subnet', to: paths.subnetsNew(at) }]}
      label="subnets"
      list={(page) => subnetList(project, vpc, page)}
      columns={columnsOf(at, routers)}
      actions={(subnet) => actionsOf(at, subnet, used.has(subnet.id))}
      empty="A subnet is a block of addresses for the instances of this VPC."
    />
  )
}
