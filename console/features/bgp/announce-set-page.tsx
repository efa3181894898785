// One announce set with the networks it announces.
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { paletteItemsOf } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { FabricHeader } from '../fabric/fabric-header.tsx'
import { everyLotBlock } from '../address-lot/address-lot-queries.ts'
import { FormLink } from '../../frame/form-link.tsx'
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
  usePalette(paletteItemsOf([edit, remove]))
  return (
    <>
      <FabricHeader name={name} id={set.id} noun="Announce set" remove={remove}>
        <FormLink label="Edit" to={paths.announceSetEdit({ set: name })} whyNot={whyNot} />
      </FabricHeader>
      <div className="space-y-5">
        <Properties
          columns={2}
          items={[
            { name: 'Description', value: set.description },
            { name: 'Created', value: <DateTime value={set.timeCreated} /> },
            { name: 'ID', value: <CopyText text={set.id} /> },
            { name: 'Last modified', value: <DateTime value={set.timeModified} /> },
          ]}
        />
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
      </div>
      <Outlet />
    </>
  )
}
