// BGP: the sessions as they are now, and the configurations.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TabHeader } from '../../ui/display/page-header.tsx'
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
    <>
      <TabHeader title="BGP sessions" />
      <BgpSessions />
      <div className="mt-8">
        <ResourcePage
          isTab
          title="Configurations"
          label="BGP configurations"
          icon={EthernetPort}
          create={[{ label: 'New BGP configuration', whyNot, to: paths.bgpConfigsNew() }]}
          list={bgpConfigList}
          columns={columns}
          actions={(config) => [deleteConfigAction(config, { whyNot })]}
          empty="A configuration pairs an AS number with the networks it announces. BGP peers in port settings use it."
        />
      </div>
    </>
  )
}
