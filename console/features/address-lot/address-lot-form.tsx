// Creating an address lot, and adding blocks to one: the API does both by creating.
import type { Model } from '#contract/client.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000AddressLots } from './address-lot-queries.ts'
import { blocksOf, blocksProblem } from './lot-blocks.ts'

type AddressLot = Model<'AddressLot'>

interface LotValues {
  name: string
  description: string
  kind: AddressLot['kind']
  blocks: string
}

interface LotFormProps {
  /** the lot to add blocks to; creates one if omitted */
  lot?: AddressLot
  onDone: (lot: AddressLot) => unknown
  onClose: () => void
}

const kinds = [
  { value: 'infra', label: 'Infrastructure: uplinks and loopback addresses' },
  { value: 'pool', label: 'Pool: networks announced for instances' },
]

export function AddressLotForm({ lot, onDone, onClose }: LotFormProps) {
  const { name = '', description = '', kind = 'infra' } = lot ?? {}
  const taken = useData(first1000AddressLots()).items.map((one) => one.name)
  return (
    <SideForm
      operation="networking_address_lot_create"
      title={lot ? 'Add blocks' : 'Create address lot'}
      whyNot={useWhyNotFleet('collaborator')}
      defaultValues={{ name, description, kind, blocks: '' }}
      toParams={({ blocks, ...rest }: LotValues) => ({ body: { ...rest, blocks: blocksOf(blocks) } })}
      onSuccess={({ lot: saved }) => {
        toast(lot ? `Blocks added to ${saved.name}` : `Address lot ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      {!lot && (
        <>
          <NameField taken={taken} />
          <DescriptionField />
          <NativeSelectField required name="kind" label="Kind" items={kinds} />
        </>
      )}
      <TextField
        name="blocks"
        label="Blocks"
        required
        mono
        rows={5}
        help="One per line: 198.51.100.1-198.51.100.9, 198.51.100.0/24 or a single address. Blocks cannot be changed or removed later."
        rules={{ required: 'Enter at least one block', validate: (text: string) => blocksProblem(text) ?? true }}
      />
    </SideForm>
  )
}
