// The addresses of the switches themselves.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { copyIdAction, deleteAction } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { EmptyList, ListPage } from '../../table/list-page.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { everyLotBlock } from '../address-lot/address-lot-queries.ts'
import { loopbackAddressList } from './loopback-address-queries.ts'

type Loopback = Model<'LoopbackAddress'>

const columns: SortedColumn<Loopback>[] = [
  {
    id: 'address',
    header: 'Address',
    text: ({ address }) => address,
    cell: ({ address }) => <CopyText text={address} maxLength={44} />,
  },
  {
    id: 'switch',
    header: 'Switch',
    early: true,
    text: ({ switchLocation }) => switchLocation,
    cell: ({ switchLocation }) => switchLocation,
  },
  {
    id: 'lot',
    header: 'Address lot',
    cell: ({ addressLotBlockId }) => <LotName block={addressLotBlockId} />,
  },
  { id: 'rack', header: 'Rack ID', cell: ({ rackId }) => <CopyText text={rackId} maxLength={12} /> },
]

function LotName({ block }: { block: string }) {
  const { data, isError } = useLoad(everyLotBlock())
  if (!data) return <Unloaded isError={isError} className="h-3 w-16" />
  const lot = data.find(({ id }) => id === block)?.lot
  return lot ? <TextLink to={paths.addressLot({ lot })}>{lot}</TextLink> : <Dash />
}

function deleteLoopbackAction({ rackId, switchLocation, address }: Loopback, whyNot: string | undefined) {
  const [ip = '', width] = address.split('/')
  return deleteAction({
    kind: 'loopback address',
    name: address,
    operation: 'networking_loopback_address_delete',
    params: { path: { rackId, switchLocation, address: ip, subnetMask: Number(width) } },
    whyNot,
    consequence: `${switchLocation} stops answering at this address. The address returns to its lot.`,
  })
}

export default function LoopbackAddressListTab() {
  const whyNot = useWhyNotFleet()
  const create = [{ label: 'New loopback address', whyNot, to: paths.loopbackAddressesNew() }]
  const isEmpty = useData(loopbackAddressList()).items.length === 0
  return (
    <ListPage isTab title="Loopback addresses" icon={EthernetPort} create={isEmpty ? [] : create}>
      <PagedTable
        label="Loopback addresses"
        nouns="loopback addresses"
        list={loopbackAddressList}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        actions={(row) => [copyIdAction(row.id), deleteLoopbackAction(row, whyNot)]}
        empty={
          <EmptyList
            icon={EthernetPort}
            create={create}
            title="No loopback addresses"
            text="A loopback address belongs to a switch rather than to one of its ports, so it stays reachable when a link fails."
          />
        }
      />
    </ListPage>
  )
}
