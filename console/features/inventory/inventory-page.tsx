// The inventory: its tabs are the sleds with a drawing of their racks, the disks, the switches and the hosts.
import { Server } from '@lucide/icons'
import { Outlet } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'

export default function InventoryPage() {
  return (
    <>
      <PageHeader
        title="Inventory"
        icon={<Icon icon={Server} />}
        aside={<DocsButton topic="inventory" />}
        actions={<RefreshNouns nouns={['rack', 'sled', 'sled_load', 'switch', 'physical_disk', 'host']} />}
      />
      <RouteTabs
        label="Inventory"
        onNear={warm}
        tabs={[
          { to: paths.sleds(), label: 'Sleds' },
          { to: paths.physicalDisks(), label: 'Disks' },
          { to: paths.switches(), label: 'Switches' },
          { to: paths.hosts(), label: 'Hosts' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </>
  )
}
