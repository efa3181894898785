// The floating IPs of a project and the instances they are attached to.
import { Globe } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { UnenforcedNetworkNotice } from '../../frame/platform-notice.tsx'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { InstanceName } from '../instance/instance-name.tsx'
import { first1000Instances } from '../instance/instance-queries.ts'
import { PoolName, usePoolNames } from '../ip-pool/pool-name.tsx'
import { floatingIpActions, type FloatingIp } from './floating-ip-actions.tsx'
import { floatingIpList } from './floating-ip-queries.ts'

const AttachForm = lazyPopup(async () => (await import('./floating-ip-attach-form.lazy.tsx')).FloatingIpInstanceForm)

type Names = ReadonlyMap<string, string>

const columnsOf = (project: string, instances: Names, pools: Names): ResourceColumn<FloatingIp>[] => [
  nameColumn<FloatingIp>(({ name }) => paths.floatingIpEdit({ project, floatingIp: name })),
  {
    id: 'ip',
    header: 'IP address',
    early: true,
    text: ({ ip }) => ip,
    cell: ({ ip }) => <CopyText text={ip} maxLength={40} />,
  },
  {
    id: 'instance',
    header: 'Attached to instance',
    text: ({ instanceId }) => instances.get(instanceId ?? '') ?? instanceId ?? '',
    cell: ({ instanceId }) => (instanceId ? <InstanceName project={project} id={instanceId} /> : <Dash />),
  },
  {
    id: 'pool',
    header: 'IP pool',
    text: ({ ipPoolId }) => pools.get(ipPoolId) ?? ipPoolId,
    cell: ({ ipPoolId }) => <PoolName id={ipPoolId} />,
  },
  descriptionColumn<FloatingIp>(),
  createdColumn<FloatingIp>(),
  idColumn<FloatingIp>(),
]

export default function FloatingIpListPage() {
  const { project = '' } = useParams()
  const instances = new Map(useData(first1000Instances(project)).items.map(({ id, name }) => [id, name]))
  const pools = usePoolNames()
  const [attaching, setAttaching] = useState<FloatingIp>()
  return (
    <ResourcePage
      title="Floating IPs"
      icon={Globe}
      docs="floating-ips"
      create={[{ label: 'New floating IP', to: paths.floatingIpsNew({ project }) }]}
      overview={<UnenforcedNetworkNotice />}
      label="floating IPs"
      list={(page) => floatingIpList(project, page)}
      labels={{ kind: 'floating_ip', project }}
      columns={columnsOf(project, instances, pools)}
      actions={(floatingIp) =>
        floatingIpActions({
          project,
          floatingIp,
          instance: instances.get(floatingIp.instanceId ?? ''),
          attach: () => setAttaching(floatingIp),
        })
      }
      empty="A floating IP is an address that the project keeps and can move from one instance to another."
    >
      {attaching && <AttachForm project={project} floatingIp={attaching} onClose={() => setAttaching(undefined)} />}
    </ResourcePage>
  )
}
