// The links of port settings. LLDP texts and transmit equalization are kept as they are; the JSON has them.
import { useWatch } from 'react-hook-form'
import { NameField } from '../../form/fields.tsx'
import { CheckboxField, NativeSelectField, NumberField } from '../../form/value-fields.tsx'
import { FEC_NAMES, speedText } from '../switch-port/link-names.ts'
import { ListField } from './list-field.tsx'
import { MAX_LINKS, newLink, type Link, type Parts } from './settings-values.ts'

interface LinkValues {
  linkName: string
  speed: Link['speed']
  /** auto leaves it to the switch */
  fec: NonNullable<Link['fec']> | 'auto'
  mtu: number
  autoneg: boolean
  lldp: boolean
}

const MAX_MTU = 65_535
const speeds = [0, 1, 10, 25, 40, 50, 100, 200, 400].map((rate) => {
  const value = `speed${rate}_g`
  return { value, label: rate === 0 ? 'None: the link stays down' : speedText(value) }
})
const fecs = Object.entries(FEC_NAMES).map(([value, label]) => ({ value, label }))

const toValues = ({ linkName, speed, fec, mtu, autoneg, lldp }: Link): LinkValues => ({
  linkName,
  speed,
  fec: fec ?? 'auto',
  mtu,
  autoneg,
  lldp: lldp.enabled,
})

const fromValues = ({ fec, lldp, ...values }: LinkValues, link: Link): Link => ({
  ...link,
  ...values,
  fec: fec === 'auto' ? null : fec,
  lldp: { ...link.lldp, enabled: lldp },
})

const columns = [
  { header: 'Speed', cell: ({ speed }: Link) => speedText(speed) },
  { header: 'FEC', cell: ({ fec }: Link) => FEC_NAMES[fec ?? 'auto'] },
  { header: 'MTU', cell: ({ mtu }: Link) => mtu },
  { header: 'LLDP', cell: ({ lldp }: Link) => (lldp.enabled ? 'on' : 'off') },
]

export function LinksField() {
  const { geometry, links } = useWatch<{ parts: Parts }>().parts as Parts
  const limit = MAX_LINKS[geometry]
  const empty = (): Link => ({ ...newLink, linkName: `phy${links.length}` })
  return (
    <ListField<Link, LinkValues>
      name="parts.links"
      label="Links"
      noun="link"
      nameHeader="Link"
      nameOf={({ linkName }) => linkName}
      columns={columns}
      toValues={(link) => toValues(link ?? empty())}
      fromValues={(values, link) => fromValues(values, link ?? empty())}
      whyNotAdd={links.length >= limit ? `A ${geometry} port has at most ${limit} links` : undefined}
    >
      {(others) => (
        <>
          <NameField name="linkName" taken={others.map(({ linkName }) => linkName)} />
          <NativeSelectField required name="speed" label="Speed" items={speeds} />
          <NativeSelectField required name="fec" label="Forward error correction" items={fecs} />
          <NumberField name="mtu" label="MTU" unit="bytes" min={1} max={MAX_MTU} />
          <CheckboxField name="autoneg" label="Autonegotiation" />
          <CheckboxField name="lldp" label="LLDP" help="Exchange announcements with the neighbor." />
        </>
      )}
    </ListField>
  )
}
