// The addresses and static routes of port settings.
import { useWatch } from 'react-hook-form'
import { ipNetProblem, ipProblem } from '#contract/network-checks.ts'
import { TextField } from '../../form/fields.tsx'
import { NativeSelectField, NumberField } from '../../form/value-fields.tsx'
import { useData } from '../../use-api.ts'
import { first1000AddressLots } from '../address-lot/address-lot-queries.ts'
import { ListField } from './list-field.tsx'
import type { Address, Parts, Route } from './settings-values.ts'

const MAX_VLAN = 4094
const MAX_PRIORITY = 255

/** An empty number field is NaN, which the API knows as null. */
export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
export const isNet = (text: string) => ipNetProblem(text) ?? true
export const isIp = (text: string) => ipProblem(text) ?? true

/** The links and interfaces that entries can belong to. */
export function usePlaces(): string[] {
  const { links, interfaces } = useWatch<{ parts: Parts }>().parts as Parts
  return [...links.map(({ linkName }) => linkName), ...interfaces.map(({ interfaceName }) => interfaceName)]
}

export const whyNoPlace = (places: readonly string[]) => (places.length === 0 ? 'Add a link first' : undefined)

export const PlaceField = ({ places }: { places: readonly string[] }) => (
  <NativeSelectField
    name="interfaceName"
    label="Link"
    required
    items={places.map((value) => ({ value, label: value }))}
  />
)

export const VlanField = ({ name }: { name: string }) => (
  <NumberField
    name={name}
    label="VLAN"
    required={false}
    min={1}
    max={MAX_VLAN}
    help="Leave blank for untagged traffic."
  />
)

export const placeColumn = {
  header: 'Link',
  cell: ({ interfaceName }: { interfaceName: string }) => <span className="font-mono text-xs">{interfaceName}</span>,
}

type AddressValues = Omit<Address, 'vlanId'> & { vlanId: number }

export function AddressesField() {
  const lots = useData(first1000AddressLots()).items.map(({ name }) => name)
  const places = usePlaces()
  return (
    <ListField<Address, AddressValues>
      name="parts.addresses"
      label="Addresses"
      noun="address"
      nameHeader="Address"
      nameOf={({ address }) => address}
      columns={[placeColumn, { header: 'Address lot', cell: ({ addressLot }) => addressLot }]}
      toValues={(row) => ({
        interfaceName: places[0] ?? '',
        address: '',
        addressLot: lots[0] ?? '',
        ...row,
        vlanId: row?.vlanId ?? Number.NaN,
      })}
      fromValues={({ vlanId, address, ...rest }) => ({ ...rest, address: address.trim(), vlanId: orNull(vlanId) })}
      whyNotAdd={whyNoPlace(places) ?? (lots.length === 0 ? 'Create an address lot first' : undefined)}
    >
      {() => (
        <>
          <PlaceField places={places} />
          <TextField
            name="address"
            label="Address"
            required
            mono
            help="With its prefix length, such as 10.0.0.2/30."
            rules={{ validate: isNet }}
          />
          <NativeSelectField
            name="addressLot"
            label="Address lot"
            required
            help="The address must be free in this lot."
            items={lots.map((value) => ({ value, label: value }))}
          />
          <VlanField name="vlanId" />
        </>
      )}
    </ListField>
  )
}

const routeColumns = [
  placeColumn,
  { header: 'Gateway', cell: ({ gw }: Route) => <span className="font-mono text-xs">{gw}</span> },
]

type RouteValues = Omit<Route, 'vid' | 'ribPriority'> & { vid: number; ribPriority: number }

export function RoutesField() {
  const places = usePlaces()
  return (
    <ListField<Route, RouteValues>
      name="parts.routes"
      label="Static routes"
      noun="route"
      nameHeader="Destination"
      nameOf={({ dst }) => dst}
      columns={routeColumns}
      toValues={(row) => ({
        interfaceName: places[0] ?? '',
        dst: '0.0.0.0/0',
        gw: '',
        ...row,
        vid: row?.vid ?? Number.NaN,
        ribPriority: row?.ribPriority ?? Number.NaN,
      })}
      fromValues={({ vid, ribPriority, dst, gw, ...rest }) => ({
        ...rest,
        dst: dst.trim(),
        gw: gw.trim(),
        vid: orNull(vid),
        ribPriority: orNull(ribPriority),
      })}
      whyNotAdd={whyNoPlace(places)}
    >
      {() => (
        <>
          <PlaceField places={places} />
          <TextField name="dst" label="Destination" required mono rules={{ validate: isNet }} />
          <TextField name="gw" label="Gateway" required mono rules={{ validate: isIp }} />
          <VlanField name="vid" />
          <NumberField
            name="ribPriority"
            label="Priority"
            required={false}
            max={MAX_PRIORITY}
            help="Leave blank for the default. Higher wins."
          />
        </>
      )}
    </ListField>
  )
}
