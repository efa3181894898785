// Creating a loopback address.
import { ipNetProblem } from '#contract/network-checks.ts'
import { TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NativeSelectField } from '../../form/value-fields.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000AddressLots } from '../address-lot/address-lot-queries.ts'
import { switchItems } from '../switch/switch-names.ts'
import { first1000Racks } from '../rack/rack-queries.ts'

interface LoopbackValues {
  addressLot: string
  rackId: string
  switchLocation: string
  address: string
  anycast: boolean
}

export function LoopbackAddressForm({ onDone, onClose }: FormEnds<void>) {
  const lots = useData(first1000AddressLots()).items
  const racks = useData(first1000Racks()).items
  const whyNotFleet = useWhyNotFleet()
  return (
    <SideForm
      operation="networking_loopback_address_create"
      title="Create loopback address"
      whyNot={whyNotFleet ?? (lots.length === 0 ? 'Create an address lot first.' : undefined)}
      defaultValues={{
        addressLot: lots[0]?.name ?? '',
        rackId: racks[0]?.id ?? '',
        switchLocation: 'switch0',
        address: '',
        anycast: false,
      }}
      toParams={({ address, ...rest }: LoopbackValues) => {
        const [ip = '', width = ''] = address.trim().split('/')
        return { body: { ...rest, address: ip, mask: Number(width) } }
      }}
      onSuccess={({ address, switchLocation }) => {
        toast(`Loopback address ${address} created on ${switchLocation}`)
        return onDone()
      }}
      onClose={onClose}
    >
      {lots.length === 0 && (
        <Message tone="notice">
          A loopback address comes from an address lot. <TextLink to={paths.addressLotsNew()}>Create one</TextLink>{' '}
          first.
        </Message>
      )}
      <NativeSelectField
        name="addressLot"
        label="Address lot"
        required
        items={lots.map(({ name }) => ({ value: name, label: name }))}
      />
      <TextField
        name="address"
        label="Address"
        required
        mono
        help="With its prefix length, such as 10.0.0.1/32. Must be a free address of the lot."
        rules={{ validate: (text: string) => ipNetProblem(text) ?? true }}
      />
      {racks.length > 1 && (
        <NativeSelectField
          required
          name="rackId"
          label="Rack"
          items={racks.map(({ id }) => ({ value: id, label: id }))}
        />
      )}
      <NativeSelectField required name="switchLocation" label="Switch" items={switchItems} />
      <CheckboxField name="anycast" label="Anycast" help="Other switches can have the same anycast address." />
    </SideForm>
  )
}
