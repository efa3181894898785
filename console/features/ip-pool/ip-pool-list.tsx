// All IP pools, with their utilization.
import { Waypoints } from '@lucide/icons'
import { useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import type { Action } from '../../action/action.tsx'
import { seed } from '../../api.ts'
import { useData } from '../../use-api.ts'
import { LinkButton } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { deletePoolAction } from './ip-pool-actions.tsx'
import { ipPoolList, ipPoolView } from './ip-pool-queries.ts'
import { UtilizationCell } from './utilization-cell.tsx'

type IpPool = Model<'IpPool'>

const columns: ResourceColumn<IpPool>[] = [
  nameColumn(({ name }) => paths.ipPool({ pool: name })),
  descriptionColumn(),
  {
    id: 'utilization',
    header: 'Utilization',
    early: true,
    // each cell reads its own figures, so the filter and the export do not have them
    text: () => '',
    cell: ({ name }) => <UtilizationCell pool={name} />,
  },
  createdColumn(),
  idColumn(),
]

export default function IpPoolListPage() {
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const actions = (pool: IpPool): Action[] => [
    {
      label: 'Edit',
      icon: 'edit',
      whyNot,
      run() {
        seed(ipPoolView(pool.name), pool)
        return navigate(paths.ipPoolEdit({ pool: pool.name }))
      },
    },
    deletePoolAction(pool, { whyNot }),
  ]
  return (
    <ResourcePage
      title="IP pools"
      icon={Waypoints}
      docs="ip-pools"
      create={[{ label: 'New IP pool', whyNot, to: paths.ipPoolsNew() }]}
      tools={<LinkButton to={paths.serviceIpPool()}>Service pool</LinkButton>}
      palette={useData(ipPoolList()).items.map(({ name }) => ({
        label: name,
        to: paths.ipPool({ pool: name }),
        group: 'Go to IP pool',
      }))}
      label="IP pools"
      list={ipPoolList}
      columns={columns}
      actions={actions}
      empty="Pools hold the external IPs that instances of linked silos can use."
    />
  )
}
