// The fabric: the rack's connection to the surrounding network, one tab per part.
import { EthernetPort } from '@lucide/icons'
import { Outlet } from 'react-router'
import { NoSwitchesNotice } from '../../frame/platform-notice.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'

const tabs = [
  { to: paths.switchPorts(), label: 'Switch ports' },
  { to: paths.portSettings(), label: 'Port settings' },
  { to: paths.addressLots(), label: 'Address lots' },
  { to: paths.loopbackAddresses(), label: 'Loopback addresses' },
  { to: paths.bgp(), label: 'BGP' },
  { to: paths.announceSets(), label: 'Announce sets' },
  { to: paths.bfd(), label: 'BFD' },
]

const nouns = ['switch_port', 'switch_port_settings', 'address_lot', 'loopback_address', 'bgp', 'bfd'] as const

export default function FabricPage() {
  return (
    <>
      <PageHeader
        title="Fabric"
        icon={<Icon icon={EthernetPort} />}
        aside={<DocsButton topic="fabric" />}
        actions={<RefreshNouns nouns={nouns} />}
      />
      <NoSwitchesNotice />
      <RouteTabs label="Fabric" onNear={warm} tabs={tabs}>
        <Outlet />
      </RouteTabs>
    </>
  )
}
