// What operators can do to an address lot. Lots cannot be edited, only extended.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'

interface DeleteLot {
  whyNot: string | undefined
  onDone?: () => unknown
}

export const deleteLotAction = ({ name }: Model<'AddressLot'>, { whyNot, onDone }: DeleteLot): Action =>
  deleteAction({
    kind: 'address lot',
    name,
    operation: 'networking_address_lot_delete',
    params: { path: { addressLot: name } },
    whyNot,
    consequence: 'Blocks are deleted too. A lot with addresses in use cannot be deleted.',
    onDone,
  })
