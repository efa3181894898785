// One address lot with its blocks.
import { EthernetPort } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { rangeSize } from '../../util/range-size.ts'
import { deleteLotAction } from './address-lot-actions.tsx'
import { kindText } from './address-lot-kind.ts'
import { addressLotView, addressLotBlocks } from './address-lot-queries.ts'

type Block = Model<'AddressLotBlock'>

const columns: Column<Block>[] = [
  { id: 'first', header: 'First address', cell: ({ firstAddress }) => <CopyText text={firstAddress} maxLength={40} /> },
  { id: 'last', header: 'Last address', cell: ({ lastAddress }) => <CopyText text={lastAddress} maxLength={40} /> },
  {
    id: 'size',
    header: 'Addresses',
    align: 'right',
    cell: ({ firstAddress: first, lastAddress: last }) => <BigNum value={rangeSize({ first, last })} />,
  },
]

export default function AddressLotPage() {
  const { lot: name = '' } = useParams()
  const navigate = useNavigate()
  const lot = useData(addressLotView(name))
  const blocks = useData(addressLotBlocks(name)).items
  const add = {
    label: 'Add blocks',
    whyNot: useWhyNotFleet('collaborator'),
    to: paths.addressLotBlocksAdd({ lot: name }),
  } satisfies Action
  const remove = deleteLotAction(lot, { whyNot: useWhyNotFleet(), onDone: () => navigate(paths.addressLots()) })
  useShortcut('c', 'Add blocks', () => !add.whyNot && void navigate(add.to))
  return (
    <DetailPage
      title={name}
      icon={EthernetPort}
      docs="fabric"
      noun="Address lot"
      id={lot.id}
      buttons={[add]}
      actions={[remove]}
      facts={[
        { name: 'Kind', value: <Badge>{kindText[lot.kind]}</Badge> },
        { name: 'Created', value: <DateTime value={lot.timeCreated} /> },
        { name: 'Description', value: lot.description },
        { name: 'ID', value: <CopyText text={lot.id} /> },
      ]}
    >
      {blocks.length === 0 ? (
        <EmptyState title="No blocks" text="Addresses are reserved from the blocks of a lot." />
      ) : (
        <Table
          label="Blocks"
          columns={columns}
          rows={blocks}
          rowKey={({ id }) => id}
          rowLabel={({ firstAddress }) => firstAddress}
          actions={({ id }) => [menuItem(copyIdAction(id))]}
        />
      )}
      <Outlet />
    </DetailPage>
  )
}
