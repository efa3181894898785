// The BGP peers of port settings. Policies, communities and preferences are kept as they are; the JSON has them.
import { TextField } from '../../form/fields.tsx'
import { CheckboxField, NativeSelectField, NumberField } from '../../form/value-fields.tsx'
import { useData } from '../../use-api.ts'
import { first1000BgpConfigs } from '../bgp/bgp-queries.ts'
import { ListField } from './list-field.tsx'
import { isIp, orNull, placeColumn, PlaceField, usePlaces, VlanField, whyNoPlace } from './route-fields.tsx'
import type { Peer } from './settings-values.ts'

const MAX_UINT32 = 4_294_967_295
const MAX_KEY_LENGTH = 80

type PeerValues = Omit<Peer, 'remoteAsn' | 'vlanId' | 'md5AuthKey'> & {
  remoteAsn: number
  vlanId: number
  md5AuthKey: string
}

const newPeer = {
  addr: '',
  allowedExport: { type: 'no_filtering' },
  allowedImport: { type: 'no_filtering' },
  communities: [],
  connectRetry: 3,
  delayOpen: 0,
  enforceFirstAs: false,
  holdTime: 6,
  idleHoldTime: 3,
  keepalive: 2,
} as const

const seconds = (name: string, label: string, help: string) => (
  <NumberField key={name} name={name} label={label} unit="s" max={MAX_UINT32} help={help} />
)

function keyProblem(key: string): string | true {
  if (key.length > MAX_KEY_LENGTH) return `MD5 key must be ${MAX_KEY_LENGTH} characters or fewer`
  return /^[\x20-\x7e]*$/.test(key) || 'MD5 key can only contain printable ASCII characters'
}

export function PeersField() {
  const configs = useData(first1000BgpConfigs()).items
  const places = usePlaces()
  const [first] = configs
  return (
    <ListField<Peer, PeerValues>
      name="parts.peers"
      label="BGP peers"
      noun="BGP peer"
      nameHeader="Peer"
      nameOf={({ addr }) => addr}
      columns={[
        placeColumn,
        { header: 'Configuration', cell: ({ bgpConfig }) => bgpConfig },
        { header: 'Remote AS', cell: ({ remoteAsn }) => remoteAsn ?? 'any' },
      ]}
      toValues={(peer) => ({
        ...newPeer,
        communities: [],
        interfaceName: places[0] ?? '',
        bgpConfig: first?.name ?? '',
        ...peer,
        remoteAsn: peer?.remoteAsn ?? Number.NaN,
        vlanId: peer?.vlanId ?? Number.NaN,
        md5AuthKey: peer?.md5AuthKey ?? '',
      })}
      fromValues={({ remoteAsn, vlanId, md5AuthKey, addr, ...rest }) => ({
        ...rest,
        addr: addr.trim(),
        remoteAsn: orNull(remoteAsn),
        vlanId: orNull(vlanId),
        md5AuthKey: md5AuthKey || null,
      })}
      whyNotAdd={whyNoPlace(places) ?? (first ? undefined : 'Create a BGP configuration first')}
    >
      {() => (
        <>
          <PlaceField places={places} />
          <TextField name="addr" label="Peer address" required mono rules={{ validate: isIp }} />
          <NativeSelectField
            name="bgpConfig"
            label="BGP configuration"
            required
            items={configs.map(({ name, asn }) => ({ value: name, label: `${name} (AS ${asn})` }))}
          />
          <NumberField
            name="remoteAsn"
            label="Remote AS"
            required={false}
            min={1}
            max={MAX_UINT32}
            keepTooLarge
            help="Leave blank to accept any."
          />
          <TextField
            name="md5AuthKey"
            label="MD5 key"
            type="password"
            autoComplete="new-password"
            help="Leave blank for sessions without authentication."
            rules={{ validate: keyProblem }}
          />
          <VlanField name="vlanId" />
          {seconds('holdTime', 'Hold time', 'The session ends after this long without a message.')}
          {seconds('keepalive', 'Keepalive', 'How often to send a keepalive.')}
          {seconds('connectRetry', 'Connect retry', 'How long to wait before another attempt.')}
          {seconds('idleHoldTime', 'Idle hold time', 'How long to stay idle after a failure.')}
          {seconds('delayOpen', 'Delay open', 'How long to wait before opening the session.')}
          <CheckboxField
            name="enforceFirstAs"
            label="Enforce first AS"
            help="Reject routes whose path does not start with the peer's AS."
          />
        </>
      )}
    </ListField>
  )
}
