// The internet gateways of a VPC: where traffic leaves it, from which addresses, and which routes lead there.
import { DoorOpen } from '@lucide/icons'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { counted } from '../../util/count.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { PoolName } from '../ip-pool/pool-name.tsx'
import { deleteGatewayAction, type Gateway } from './internet-gateway-actions.tsx'
import { gatewayList, vpcRoutes } from './internet-gateway-queries.ts'
import { leadsToGateway, linksByGateway } from './gateway-links.ts'

const CreateForm = lazyPopup(async () => (await import('./internet-gateway-form.lazy.tsx')).GatewayCreateForm)

interface CellProps {
  project: string
  vpc: string
  gateway: string
}

function Pools({ project, vpc, gateway }: CellProps) {
  const { data, isError } = useLoad(linksByGateway(project, vpc))
  const items = data?.get(gateway)?.pools
  if (!items) return <Unloaded isError={isError} className="h-3 w-16" />
  const [first, ...others] = items
  if (!first) return <Dash />
  return (
    <span className="flex items-center gap-2">
      <PoolName id={first.ipPoolId} />
      {others.length > 0 && <span className="text-muted">+{others.length}</span>}
    </span>
  )
}

function Addresses({ project, vpc, gateway }: CellProps) {
  const { data, isError } = useLoad(linksByGateway(project, vpc))
  const items = data?.get(gateway)?.addresses
  if (!items) return <Unloaded isError={isError} className="h-3 w-20" />
  return items[0] ? <CopyText text={items[0].address} maxLength={40} /> : <Dash />
}

function RouteCount({ project, vpc, gateway }: CellProps) {
  const { data: routes, isError } = useLoad(vpcRoutes(project, vpc))
  if (!routes) return <Unloaded isError={isError} className="h-3 w-6" />
  const count = routes.filter((route) => leadsToGateway(route, gateway)).length
  return (
    <TextLink
      to={paths.internetGateway({ project, vpc, gateway })}
      aria-label={`${counted(count, 'route')} to ${gateway}`}
    >
      {count}
    </TextLink>
  )
}

const columnsOf = (at: Omit<CellProps, 'gateway'>): ResourceColumn<Gateway>[] => [
  nameColumn<Gateway>(({ name }) => paths.internetGateway({ ...at, gateway: name })),
  // the next three are loaded row by row
  {
    id: 'address',
    header: 'IP address',
    early: true,
    text: () => '',
    cell: ({ id }) => <Addresses {...at} gateway={id} />,
  },
  { id: 'pools', header: 'IP pools', text: () => '', cell: ({ id }) => <Pools {...at} gateway={id} /> },
  {
    id: 'routes',
    header: 'Routes',
    align: 'right',
    text: () => '',
    cell: ({ name }) => <RouteCount {...at} gateway={name} />,
  },
  descriptionColumn<Gateway>(),
  createdColumn<Gateway>(),
  idColumn<Gateway>(),
]

export default function GatewayListTab() {
  const { project = '', vpc = '' } = useParams()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  return (
    <ResourcePage
      isTab
      title="Internet gateways"
      icon={DoorOpen}
      create={[{ label: 'New internet gateway', sends: 'internet_gateway_create', run: () => setCreating(true) }]}
      label="internet gateways"
      list={(page) => gatewayList(project, vpc, page)}
      columns={columnsOf({ project, vpc })}
      actions={(gateway) => [
        { label: 'View', icon: 'view', to: paths.internetGateway({ project, vpc, gateway: gateway.name }) },
        deleteGatewayAction(gateway),
      ]}
      empty="An internet gateway connects a VPC to the internet. Its IP pools and addresses are the source of outgoing traffic."
    >
      {creating && (
        <CreateForm
          project={project}
          vpc={vpc}
          onDone={({ name }) => navigate(paths.internetGateway({ project, vpc, gateway: name }))}
          onClose={() => setCreating(false)}
        />
      )}
    </ResourcePage>
  )
}
