// How an instance is reached: its addresses outside, and its interfaces on the project's networks.
import { useParams } from 'react-router'
import { UnenforcedNetworkNotice } from '../../../frame/platform-notice.tsx'
import { ExternalIpsCard } from './external-ips-card.tsx'
import { ReachabilityCard } from '../../reachability/reachability-host.tsx'
import { InterfacesCard } from './interfaces-card.tsx'
import { OldNetworkNotice } from './old-network-notice.tsx'

export default function NetworkingTab() {
  const { project = '', instance = '' } = useParams()
  return (
    <div className="space-y-4">
      <UnenforcedNetworkNotice />
      <OldNetworkNotice project={project} name={instance} />
      <ExternalIpsCard project={project} name={instance} />
      <InterfacesCard project={project} name={instance} />
      <ReachabilityCard project={project} destination={instance} />
    </div>
  )
}
