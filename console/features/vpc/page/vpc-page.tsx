// A VPC: its properties, and a tab for each kind of resource in it.
import { Network } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import { copyIdAction, menuItem, paletteItemsOf } from '../../../action/action.tsx'
import { useData, useLoad } from '../../../use-api.ts'
import { usePalette } from '../../../frame/palette.ts'
import { DocsButton } from '../../../help/docs-button.tsx'
import { paths } from '../../../paths.ts'
import { warm } from '../../../route.ts'
import { CopyText, Truncate } from '../../../ui/display/copy.tsx'
import { DateTime } from '../../../ui/display/dates.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { PageHeader } from '../../../ui/display/page-header.tsx'
import { Properties } from '../../../ui/display/properties.tsx'
import { RouteTabs } from '../../../ui/display/tabs.tsx'
import { MenuButton } from '../../../ui/overlay/menu.tsx'
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
  usePalette(paletteItemsOf(actions, 'VPC'))
  return (
    <>
      <PageHeader
        title={vpc.name}
        icon={<Icon icon={Network} />}
        aside={
          <>
            <NetworkBadge project={project} vpc={name} />
            <DocsButton topic="vpcs" />
          </>
        }
        actions={
          <MenuButton
            label="VPC actions"
            variant="secondary"
            items={() => [copyIdAction(vpc.id), ...actions].map(menuItem)}
          />
        }
      />
      <div className="mb-5">
        <Properties
          columns={2}
          items={[
            { name: 'Description', value: vpc.description && <Truncate text={vpc.description} maxLength={48} /> },
            { name: 'Created', value: <DateTime value={vpc.timeCreated} /> },
            { name: 'DNS name', value: vpc.dnsName },
            { name: 'Last modified', value: <DateTime value={vpc.timeModified} /> },
            { name: 'IPv6 prefix', value: <CopyText text={vpc.ipv6Prefix} maxLength={40} /> },
            { name: 'ID', value: <CopyText text={vpc.id} /> },
          ]}
        />
      </div>
      <RouteTabs
        label="VPC"
        onNear={warm}
        tabs={[
          { to: paths.firewallRules(at), label: 'Firewall rules' },
          { to: paths.subnets(at), label: 'Subnets' },
          { to: paths.routers(at), label: 'Routers' },
          { to: paths.internetGateways(at), label: 'Internet gateways' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </>
  )
}
