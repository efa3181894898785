// All address lots.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { deleteLotAction } from './address-lot-actions.tsx'
import { kindText } from './address-lot-kind.ts'
import { addressLotList } from './address-lot-queries.ts'

type AddressLot = Model<'AddressLot'>

const columns: ResourceColumn<AddressLot>[] = [
  nameColumn(({ name }) => paths.addressLot({ lot: name })),
  {
    id: 'kind',
    header: 'Kind',
    early: true,
    text: ({ kind }) => kindText[kind],
    cell: ({ kind }) => <Badge>{kindText[kind]}</Badge>,
  },
  descriptionColumn(),
  createdColumn(),
  idColumn(),
]

export default function AddressLotListTab() {
  const whyNot = useWhyNotFleet()
  const whyNotCreate = useWhyNotFleet('collaborator')
  return (
    <ResourcePage
      isTab
      title="Address lots"
      icon={EthernetPort}
      create={[{ label: 'New address lot', whyNot: whyNotCreate, to: paths.addressLotsNew() }]}
      label="address lots"
      list={addressLotList}
      columns={columns}
      actions={(lot) => [deleteLotAction(lot, { whyNot })]}
      empty="A lot holds addresses for the rack itself: uplinks, loopback addresses and announced networks."
    />
  )
}
