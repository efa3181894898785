// BGP: the sessions as they are now, and the configurations.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ListPage } from '../../table/list-page.tsx'
import { ResourceTable } from '../../table/resource-table.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { deleteConfigAction } from './bgp-actions.tsx'
import { bgpConfigList } from './bgp-queries.ts'
import { BgpSessions } from './bgp-sessions.tsx'

type BgpConfig = Model<'BgpConfig'>

const columns: ResourceColumn<BgpConfig>[] = [
  nameColumn(({ name }) => paths.bgpConfig({ config: name })),
  {
    id: 'asn',
    header: 'AS number',
    align: 'right',
    early: true,
    text: ({ asn }) => String(asn),
    value: ({ asn }) => asn,
    cell: ({ asn }) => asn,
  },
  { id: 'vrf', header: 'VRF', text: ({ vrf }) => vrf ?? '', cell: ({ vrf }) => vrf ?? <Dash /> },
  descriptionColumn(),
  createdColumn(),
  idColumn(),
]

export default function BgpListTab() {
  const whyNot = useWhyNotFleet()
  return (
    <ListPage
      isTab
      title="BGP sessions"
      icon={EthernetPort}
      create={[{ label: 'New BGP configuration', whyNot, to: paths.bgpConfigsNew() }]}
    >
      <BgpSessions />
      <h2 className="mt-8 mb-3 text-lg font-medium">Configurations</h2>
      <ResourceTable
        label="BGP configurations"
        list={bgpConfigList}
        columns={columns}
        actions={(config) => [deleteConfigAction(config, { whyNot })]}
        empty={
          <EmptyState
            title="No BGP configurations"
            text="A configuration joins an AS number with the networks announced under it. Peers in port settings refer to it."
          />
        }
      />
    </ListPage>
  )
}
