// The parts of port settings, one table each. Empty parts are named in one line.
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { Section } from '../../ui/page/section.tsx'
import { FEC_NAMES, speedText } from '../switch-port/link-names.ts'
import { partsOf, type Address, type Interface, type Link, type Peer, type Route } from './settings-values.ts'
import { useNames } from './use-names.ts'

const mono = (text: string) => <span className="font-mono text-xs">{text}</span>
const orDash = (value: ReactNode) => (value === null || value === undefined || value === '' ? <Dash /> : value)
const place = {
  id: 'link',
  header: 'Link',
  cell: ({ interfaceName }: { interfaceName: string }) => mono(interfaceName),
}

const links: Column<Link>[] = [
  { id: 'name', header: 'Link', cell: ({ linkName }) => mono(linkName) },
  { id: 'speed', header: 'Speed', cell: ({ speed }) => speedText(speed) },
  { id: 'fec', header: 'FEC', cell: ({ fec }) => FEC_NAMES[fec ?? 'auto'] },
  { id: 'mtu', header: 'MTU', align: 'right', cell: ({ mtu }) => mtu },
  { id: 'autoneg', header: 'Autonegotiation', cell: ({ autoneg }) => (autoneg ? 'on' : 'off') },
  { id: 'lldp', header: 'LLDP', cell: ({ lldp }) => (lldp.enabled ? 'on' : 'off') },
  {
    id: 'txeq',
    header: 'Transmit equalization',
    cell: ({ txEq }) =>
      orDash(
        Object.entries(txEq ?? {})
          .filter(([, value]) => value !== null)
          .map(([tap, value]) => `${tap} ${value}`)
          .join(', '),
      ),
  },
]

const interfaces: Column<Interface>[] = [
  { id: 'name', header: 'Interface', cell: ({ interfaceName }) => mono(interfaceName) },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kind.type },
  { id: 'vlan', header: 'VLAN', align: 'right', cell: ({ kind }) => ('vid' in kind ? kind.vid : <Dash />) },
  { id: 'v6', header: 'IPv6', cell: ({ v6Enabled }) => (v6Enabled ? 'on' : 'off') },
]

const addresses: Column<Address>[] = [
  { id: 'address', header: 'Address', cell: ({ address }) => <CopyText text={address} maxLength={44} /> },
  place,
  {
    id: 'lot',
    header: 'Address lot',
    cell: ({ addressLot: lot }) => (lot ? <TextLink to={paths.addressLot({ lot })}>{lot}</TextLink> : <Dash />),
  },
  { id: 'vlan', header: 'VLAN', align: 'right', cell: ({ vlanId }) => orDash(vlanId) },
]

const routes: Column<Route>[] = [
  { id: 'dst', header: 'Destination', cell: ({ dst }) => <CopyText text={dst} maxLength={44} /> },
  { id: 'gw', header: 'Gateway', cell: ({ gw }) => <CopyText text={gw} maxLength={40} /> },
  place,
  { id: 'vlan', header: 'VLAN', align: 'right', cell: ({ vid }) => orDash(vid) },
  { id: 'priority', header: 'Priority', align: 'right', cell: ({ ribPriority }) => orDash(ribPriority) },
]

type Policy = Peer['allowedImport']
const policyText = (policy: Policy) => (policy.type === 'allow' ? policy.value.join(', ') || 'nothing' : 'everything')

const peersOf = (configs: ReadonlyMap<string, string>): Column<Peer>[] => [
  { id: 'addr', header: 'Peer', cell: ({ addr }) => <CopyText text={addr} maxLength={40} /> },
  place,
  {
    id: 'config',
    header: 'Configuration',
    cell: ({ bgpConfig: config }) =>
      [...configs.values()].includes(config) ? <TextLink to={paths.bgpConfig({ config })}>{config}</TextLink> : config,
  },
  { id: 'asn', header: 'Remote AS', align: 'right', cell: ({ remoteAsn }) => remoteAsn ?? 'any' },
  { id: 'import', header: 'Imports', cell: ({ allowedImport }) => policyText(allowedImport) },
  { id: 'export', header: 'Exports', cell: ({ allowedExport }) => policyText(allowedExport) },
  { id: 'key', header: 'MD5 key', cell: ({ md5AuthKey }) => (md5AuthKey ? 'set' : 'none') },
  { id: 'hold', header: 'Hold time', align: 'right', cell: ({ holdTime }) => `${String(holdTime)} s` },
  { id: 'keepalive', header: 'Keepalive', align: 'right', cell: ({ keepalive }) => `${keepalive} s` },
  { id: 'vlan', header: 'VLAN', align: 'right', cell: ({ vlanId }) => orDash(vlanId) },
]

interface PartProps<Row> {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

function Part<Row>({ title, rows, columns }: PartProps<Row>) {
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      <Table label={title} columns={columns} rows={rows} rowKey={(row) => JSON.stringify(row)} />
    </Section>
  )
}

export function SettingsTables({ view }: { view: Model<'SwitchPortSettingsView'> }) {
  const names = useNames()
  const parts = partsOf(view, names)
  const missing = [
    parts.links.length === 0 && 'links',
    parts.interfaces.length === 0 && 'VLAN interfaces',
    parts.addresses.length === 0 && 'addresses',
    parts.routes.length === 0 && 'static routes',
    parts.peers.length === 0 && 'BGP peers',
  ].filter((part) => part !== false)
  return (
    <div className="space-y-6">
      <Part title="Links" rows={parts.links} columns={links} />
      <Part title="Interfaces" rows={parts.interfaces} columns={interfaces} />
      <Part title="Addresses" rows={parts.addresses} columns={addresses} />
      <Part title="Static routes" rows={parts.routes} columns={routes} />
      <Part title="BGP peers" rows={parts.peers} columns={peersOf(names.configs)} />
      {missing.length > 0 && <p className="text-sm text-muted">{`No ${missing.join(', no ')}.`}</p>}
    </div>
  )
}
