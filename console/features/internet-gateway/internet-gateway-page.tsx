// An internet gateway: its IP pools and addresses, and the routes that lead to it.
import { DoorOpen } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { GatewayAddresses } from './gateway-addresses.tsx'
import { GatewayPools } from './gateway-pools.tsx'
import { GatewayRoutes } from './gateway-routes.tsx'
import { deleteGatewayAction } from './internet-gateway-actions.tsx'
import { gatewayView } from './internet-gateway-queries.ts'

export default function GatewayPage() {
  const { project = '', vpc = '', gateway: name = '' } = useParams()
  const navigate = useNavigate()
  const at = { project, vpc }
  const gateway = useData(gatewayView(project, vpc, name))
  const actions = [deleteGatewayAction(gateway, () => navigate(paths.internetGateways(at)))]
  return (
    <DetailPage
      title={gateway.name}
      icon={DoorOpen}
      docs="vpcs"
      noun="Gateway"
      id={gateway.id}
      actions={actions}
      facts={[
        {
          name: 'Description',
          value: gateway.description && <Truncate text={gateway.description} maxLength={48} />,
        },
        { name: 'Created', value: <DateTime value={gateway.timeCreated} /> },
        { name: 'ID', value: <CopyText text={gateway.id} /> },
        { name: 'Last modified', value: <DateTime value={gateway.timeModified} /> },
      ]}
    >
      <GatewayPools {...at} gateway={gateway} />
      <GatewayAddresses {...at} gateway={gateway} />
      <GatewayRoutes {...at} gateway={gateway.name} />
    </DetailPage>
  )
}
