// All announce sets. The API serves them as one list without pages.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { copyIdAction } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { deleteSetAction, editSetAction } from './bgp-actions.tsx'
import { first1000AnnounceSets } from './bgp-queries.ts'

type AnnounceSet = Model<'BgpAnnounceSet'>

const columns: SortedColumn<AnnounceSet>[] = [
  nameColumn(({ name }) => paths.announceSet({ set: name })),
  descriptionColumn(),
  createdColumn(),
]

export default function AnnounceSetListTab() {
  const whyNot = useWhyNotFleet()
  const sets = useData(first1000AnnounceSets())
  return (
    <WholeListPage
      isTab
      title="Announce sets"
      icon={EthernetPort}
      create={[{ label: 'New announce set', whyNot, to: paths.announceSetsNew() }]}
      label="announce sets"
      columns={columns}
      rows={sets}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      text={({ name, description }) => `${name} ${description}`}
      actions={(set) => [copyIdAction(set.id), editSetAction(set.name, whyNot), deleteSetAction(set, { whyNot })]}
      empty="An announce set lists the networks that a BGP configuration announces to its peers."
    />
  )
}
