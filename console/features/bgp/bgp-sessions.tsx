// The BGP sessions of all switches, or of one AS number.
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { durationText } from '../../util/duration.ts'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { bgpExported, bgpStatus, first1000BgpConfigs } from './bgp-queries.ts'

type Session = Model<'BgpPeerStatus'>

const tones: Record<Session['state'], Tone> = {
  idle: 'danger',
  active: 'danger',
  connect: 'transition',
  open_sent: 'transition',
  open_confirm: 'transition',
  session_setup: 'transition',
  established: 'success',
}
const transitional = ['connect', 'open_sent', 'open_confirm', 'session_setup'] as const

interface Context {
  configs: ReadonlyMap<number, string>
  exports: Readonly<Record<string, readonly string[]>>
}

const columnsOf = ({ configs, exports }: Context): Column<Session>[] => [
  { id: 'peer', header: 'Peer', cell: ({ addr }) => <CopyText text={addr} maxLength={40} /> },
  {
    id: 'state',
    header: 'State',
    early: true,
    cell: ({ state }) => <StateBadge state={state} tones={tones} transitional={transitional} />,
  },
  { id: 'since', header: 'Uptime', cell: ({ stateDurationMillis }) => durationText(stateDurationMillis / 1000) },
  { id: 'switch', header: 'Switch', cell: ({ switch: location }) => location },
  {
    id: 'local',
    header: 'Local AS',
    align: 'right',
    cell({ localAsn }) {
      const config = configs.get(localAsn)
      return config ? <TextLink to={paths.bgpConfig({ config })}>{localAsn}</TextLink> : localAsn
    },
  },
  { id: 'remote', header: 'Remote AS', align: 'right', cell: ({ remoteAsn }) => remoteAsn },
  {
    id: 'exported',
    header: 'Exported routes',
    align: 'right',
    cell: ({ addr }) => exports[addr]?.length ?? 0,
  },
]

export function BgpSessions({ asn }: { asn?: number }) {
  const all = useData(bgpStatus(), { poll: FABRIC_POLL_MS })
  const { exports } = useData(bgpExported(), { poll: FABRIC_POLL_MS })
  // only for links
  const { items = [] } = useLoad(first1000BgpConfigs()).data ?? {}
  const configs = new Map(items.map((config) => [config.asn, config.name]))
  const sessions = all.filter(({ localAsn }) => asn === undefined || localAsn === asn)
  if (sessions.length === 0)
    return (
      <EmptyState
        title="No BGP sessions"
        text="A session starts when port settings with a BGP peer are applied to a switch port."
      />
    )
  return (
    <Table
      label="BGP sessions"
      columns={columnsOf({ configs, exports })}
      rows={sessions}
      rowKey={({ addr, switch: location, localAsn }) => `${location} ${addr} ${localAsn}`}
      rowLabel={({ addr }) => addr}
    />
  )
}
