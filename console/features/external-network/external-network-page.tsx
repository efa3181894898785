// External networks, and beside them the hosts and databases of the network.
import { Globe } from '@lucide/icons'
import { Outlet } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'

export default function ExternalNetworkPage() {
  return (
    <>
      <PageHeader
        title="External networks"
        icon={<Icon icon={Globe} />}
        aside={<DocsButton topic="external-networks" />}
        actions={<RefreshNouns nouns={['external_network', 'system_network']} />}
      />
      <RouteTabs
        label="External networks"
        onNear={warm}
        tabs={[
          { to: paths.externalNetworks(), label: 'Networks' },
          { to: paths.networkHosts(), label: 'Hosts' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </>
  )
}
