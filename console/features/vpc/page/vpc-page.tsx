// A VPC: its properties, and a tab for each kind of resource in it.
import { Network } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { paletteItemsOf } from '../../../action/action.tsx'
import { useData, useLoad } from '../../../use-api.ts'
import { paths } from '../../../paths.ts'
import { DetailPage } from '../../../table/detail-page.tsx'
import { CopyText, Truncate } from '../../../ui/display/copy.tsx'
import { DateTime } from '../../../ui/display/dates.tsx'
import { NetworkBadge } from './network-badge.tsx'
import { vpcActions } from './vpc-actions.tsx'
import { vpcView } from '../vpc-queries.ts'
import { first1000Subnets } from '../../vpc-subnet/vpc-subnet-queries.ts'

export default function VpcPage() {
  const { project = '', vpc: name = '' } = useParams()
  const navigate = useNavigate()
  const at = { project, vpc: name }
  const vpc = useData(vpcView(project, name))
  const subnets = useLoad(first1000Subnets(project, name)).data?.items.length
  const actions = vpcActions(vpc, { project, subnets, onDeleted: () => navigate(paths.vpcs({ project })) })
  return (
    <DetailPage
      title={vpc.name}
      icon={Network}
      docs="vpcs"
      aside={<NetworkBadge project={project} vpc={name} />}
      noun="VPC"
      id={vpc.id}
      actions={actions}
      palette={paletteItemsOf(actions, 'VPC')}
      facts={[
        { name: 'Description', value: vpc.description && <Truncate text={vpc.description} maxLength={48} /> },
        { name: 'Created', value: <DateTime value={vpc.timeCreated} /> },
        { name: 'DNS name', value: vpc.dnsName },
        { name: 'Last modified', value: <DateTime value={vpc.timeModified} /> },
        { name: 'IPv6 prefix', value: <CopyText text={vpc.ipv6Prefix} maxLength={40} /> },
        { name: 'ID', value: <CopyText text={vpc.id} /> },
      ]}
      tabs={[
        { to: paths.firewallRules(at), label: 'Firewall rules' },
        { to: paths.subnets(at), label: 'Subnets' },
        { to: paths.routers(at), label: 'Routers' },
        { to: paths.internetGateways(at), label: 'Internet gateways' },
      ]}
    />
  )
}
