// One announce set with the networks it announces.
import { EthernetPort } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { everyLotBlock } from '../address-lot/address-lot-queries.ts'
import { deleteSetAction, editSetAction } from './bgp-actions.tsx'
import { announcements, announceSetView } from './bgp-queries.ts'

type Announcement = Model<'BgpAnnouncement'>

const columnsOf = (lots: ReadonlyMap<string, string>): Column<Announcement>[] => [
  { id: 'network', header: 'Network', cell: ({ network }) => <CopyText text={network} maxLength={44} /> },
  {
    id: 'lot',
    header: 'Address lot',
    cell({ addressLotBlockId }) {
      const lot = lots.get(addressLotBlockId)
      return lot ? <TextLink to={paths.addressLot({ lot })}>{lot}</TextLink> : <Dash />
    },
  },
]

export default function AnnounceSetPage() {
  const { set: name = '' } = useParams()
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const set = useData(announceSetView(name))
  const networks = useData(announcements(name))
  const lots = new Map(useData(everyLotBlock()).map(({ id, lot }) => [id, lot]))
  const edit = editSetAction(name, whyNot)
  const remove = deleteSetAction(set, { whyNot, onDone: () => navigate(paths.announceSets()) })
  return (
    <DetailPage
      title={name}
      icon={EthernetPort}
      docs="fabric"
      noun="Announce set"
      id={set.id}
      buttons={[edit]}
      actions={[remove]}
      facts={[
        { name: 'Description', value: set.description },
        { name: 'Created', value: <DateTime value={set.timeCreated} /> },
        { name: 'ID', value: <CopyText text={set.id} /> },
        { name: 'Last modified', value: <DateTime value={set.timeModified} /> },
      ]}
    >
      {networks.length === 0 ? (
        <EmptyState title="No networks" text="This set announces nothing. Edit it to add networks." />
      ) : (
        <Table
          label="Announced networks"
          columns={columnsOf(lots)}
          rows={networks}
          rowKey={({ network }) => network}
          rowLabel={({ network }) => network}
        />
      )}
      <Outlet />
    </DetailPage>
  )
}
