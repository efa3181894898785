// All silos that can be discovered.
import { Layers } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { MachinesText, NetworkText } from '../../frame/platform-notice.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { instanceCountsColumn } from '../overview/instance-count-badge.tsx'
import { siloCounts, systemOverview, type InstanceCounts } from '../overview/overview-queries.ts'
import { OverviewStrip } from '../overview/overview-strip-host.tsx'
import { RackStrips } from '../rack/rack-strip-host.tsx'
import { deleteSiloAction, useWhyNotDeleteSilo } from './silo-actions.tsx'
import { modeText } from './silo-mode.ts'
import { siloList } from './silo-queries.ts'

type Silo = Model<'Silo'> & InstanceCounts

/** Operators get no events from other silos' projects, so the list is polled. */
const POLL_INTERVAL_MS = 60_000

const columnsOf = (hasCounts: boolean): ResourceColumn<Silo>[] => [
  nameColumn(({ name }) => paths.silo({ silo: name })),
  ...(hasCounts ? [instanceCountsColumn<Silo>()] : []),
  descriptionColumn(),
  {
    id: 'discoverable',
    header: 'Discoverable',
    text: ({ discoverable }) => (discoverable ? 'Yes' : 'No'),
    cell: ({ discoverable }) => (discoverable ? 'Yes' : 'No'),
  },
  {
    id: 'mode',
    header: 'Identity mode',
    text: ({ identityMode }) => modeText(identityMode),
    cell: ({ identityMode }) => <Badge>{modeText(identityMode)}</Badge>,
  },
  createdColumn(),
  idColumn(),
]

export default function SiloListPage() {
  const whyNot = useWhyNotFleet('collaborator')
  const whyNotDelete = useWhyNotDeleteSilo()
  const summary = useData(systemOverview(), { poll: POLL_INTERVAL_MS })
  const hasCounts = summary.type === 'success'
  const rack = usePlatform()
  return (
    <ResourcePage
      title="Silos"
      icon={Layers}
      docs="silos"
      create={[{ label: 'New silo', whyNot, to: paths.silosNew() }]}
      palette={useData(siloList()).items.map(({ name }) => ({
        label: name,
        to: paths.silo({ silo: name }),
        group: 'Go to silo',
      }))}
      overview={
        <>
          {hasCounts && <OverviewStrip overview={summary.data} isSystem />}
          {rack?.hasSlots === false ? <MachinesText kind={rack.machines} /> : <RackStrips />}
          <NetworkText kind={rack?.network} />
        </>
      }
      label="silos"
      list={siloList}
      more={siloCounts}
      columns={columnsOf(hasCounts)}
      actions={({ id, name }) => [deleteSiloAction(name, { whyNot: whyNotDelete(id) })]}
      empty="A silo is a tenant with its own users, projects and quotas."
    />
  )
}
