// An internet gateway: its IP pools and addresses, and the routes that lead to it.
import { DoorOpen } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
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
    <>
      <PageHeader
        title={gateway.name}
        icon={<Icon icon={DoorOpen} />}
        aside={<DocsButton topic="vpcs" />}
        actions={
          <MenuButton
            label="Gateway actions"
            variant="secondary"
            items={() => [copyIdAction(gateway.id), ...actions].map(menuItem)}
          />
        }
      />
      <div className="space-y-4">
        <Properties
          columns={2}
          items={[
            {
              name: 'Description',
              value: gateway.description && <Truncate text={gateway.description} maxLength={48} />,
            },
            { name: 'Created', value: <DateTime value={gateway.timeCreated} /> },
            { name: 'ID', value: <CopyText text={gateway.id} /> },
            { name: 'Last modified', value: <DateTime value={gateway.timeModified} /> },
          ]}
        />
        <GatewayPools {...at} gateway={gateway} />
        <GatewayAddresses {...at} gateway={gateway} />
        <GatewayRoutes {...at} gateway={gateway.name} />
      </div>
    </>
  )
}
