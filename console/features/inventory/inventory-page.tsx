// The inventory: a drawing of the racks, and tables of their contents.
import { Server } from '@lucide/icons'
import { Outlet } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'
import { RackElevations } from '../rack/rack-elevation.tsx'

export default function InventoryPage() {
  return (
    <>
      <PageHeader
        title="Inventory"
        icon={<Icon icon={Server} />}
        aside={<DocsButton topic="inventory" />}
        actions={<RefreshNouns nouns={['rack', 'sled', 'sled_load', 'switch', 'physical_disk']} />}
      />
      <div className="space-y-6">
        <RackElevations />
        <RouteTabs
          label="Inventory"
          onNear={warm}
          tabs={[
            { to: paths.sleds(), label: 'Sleds' },
            { to: paths.physicalDisks(), label: 'Disks' },
            { to: paths.switches(), label: 'Switches' },
          ]}
        >
          <Outlet />
        </RouteTabs>
      </div>
    </>
  )
}
