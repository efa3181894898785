// The VPCs of a project.
import { Network } from '@lucide/icons'
import { useParams } from 'react-router'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { UnenforcedNetworkNotice } from '../../frame/platform-notice.tsx'
import { paths } from '../../paths.ts'
import { counted } from '../../util/count.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { ruleCounts } from './vpc-counts.ts'
import { vpcActions, type Vpc } from './page/vpc-actions.tsx'
import { vpcList } from './vpc-queries.ts'
import { subnetCounts } from './vpc-counts.ts'

function RuleCount({ project, id, vpc }: { project: string; id: string; vpc: string }) {
  const { data, isError } = useLoad(ruleCounts(project))
  const count = data?.get(id)
  if (count === undefined) return <Unloaded isError={isError} className="h-3 w-6" />
  return (
    <TextLink to={paths.firewallRules({ project, vpc })} aria-label={`${counted(count, 'firewall rule')} of ${vpc}`}>
      {count}
    </TextLink>
  )
}

const columnsOf = (project: string): ResourceColumn<Vpc>[] => [
  nameColumn<Vpc>(({ name }) => paths.firewallRules({ project, vpc: name })),
  { id: 'dns', header: 'DNS name', text: ({ dnsName }) => dnsName, cell: ({ dnsName }) => dnsName },
  descriptionColumn<Vpc>(),
  {
    id: 'rules',
    header: 'Firewall rules',
    align: 'right',
    // loaded row by row
    text: () => '',
    cell: ({ id, name }) => <RuleCount project={project} id={id} vpc={name} />,
  },
  {
    id: 'ipv6',
    header: 'IPv6 prefix',
    hidden: true,
    text: ({ ipv6Prefix }) => ipv6Prefix,
    cell: ({ ipv6Prefix }) => <span className="font-mono text-xs">{ipv6Prefix}</span>,
  },
  createdColumn<Vpc>(),
  idColumn<Vpc>(),
]

export default function VpcListPage() {
  const { project = '' } = useParams()
  const first = useData(vpcList(project)).items
  const subnets = useLoad(subnetCounts(project)).data
  return (
    <ResourcePage
      title="VPCs"
      icon={Network}
      docs="vpcs"
      create={[{ label: 'New VPC', to: paths.vpcsNew({ project }) }]}
      palette={first.map(({ name }) => ({
        label: name,
        to: paths.firewallRules({ project, vpc: name }),
        group: 'Go to VPC',
      }))}
      overview={<UnenforcedNetworkNotice />}
      label="VPCs"
      list={(page) => vpcList(project, page)}
      columns={columnsOf(project)}
      actions={(vpc) => vpcActions(vpc, { project, subnets: subnets?.get(vpc.id) })}
      empty="A VPC is a private network for the instances of a project."
    />
  )
}
