// How an instance is reached: its addresses outside, and its interfaces on the project's networks.
import { useParams } from 'react-router'
import { UnenforcedNetworkNotice } from '../../../frame/platform-notice.tsx'
import { ExternalIpsCard } from './external-ips-card.tsx'
import { ReachabilityCard } from '../../reachability/reachability-host.tsx'
import { InterfacesCard } from './interfaces-card.tsx'

export default function NetworkingTab() {
  const { project = '', instance = '' } = useParams()
  return (
    <div className="space-y-4">
      <UnenforcedNetworkNotice />
      <ExternalIpsCard project={project} name={instance} />
      <InterfacesCard project={project} name={instance} />
      <ReachabilityCard project={project} destination={instance} />
    </div>
  )
}
