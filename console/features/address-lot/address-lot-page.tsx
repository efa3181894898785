// One address lot with its blocks.
import { EthernetPort } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem, paletteItemsOf, type Action } from '../../action/action.tsx'
import { usePalette } from '../../frame/palette.ts'
import { useShortcut } from '../../frame/shortcuts.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { useData } from '../../use-api.ts'
import { FormLink } from '../../frame/form-link.tsx'
import { rangeSize } from '../ip-pool/ip-pool-use.ts'
import { deleteLotAction } from './address-lot-actions.tsx'
import { kindText } from './address-lot-kind.ts'
import { addressLotView, addressLotBlocks } from './address-lot-queries.ts'

type Block = Model<'AddressLotBlock'>

const columns: Column<Block>[] = [
  { id: 'first', header: 'First', cell: ({ firstAddress }) => <CopyText text={firstAddress} maxLength={40} /> },
  { id: 'last', header: 'Last', cell: ({ lastAddress }) => <CopyText text={lastAddress} maxLength={40} /> },
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
  usePalette(paletteItemsOf([add, remove]))
  useShortcut('c', 'Add blocks', () => !add.whyNot && void navigate(add.to))
  return (
    <>
      <PageHeader
        title={name}
        icon={<Icon icon={EthernetPort} />}
        aside={<DocsButton topic="fabric" />}
        actions={
          <>
            <FormLink {...add} />
            <MenuButton
              label="Address lot actions"
              variant="secondary"
              items={() => [copyIdAction(lot.id), remove].map(menuItem)}
            />
          </>
        }
      />
      <div className="space-y-5">
        <Properties
          columns={2}
          items={[
            { name: 'Kind', value: <Badge>{kindText[lot.kind]}</Badge> },
            { name: 'Created', value: <DateTime value={lot.timeCreated} /> },
            { name: 'Description', value: lot.description },
            { name: 'ID', value: <CopyText text={lot.id} /> },
          ]}
        />
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
      </div>
      <Outlet />
    </>
  )
}
