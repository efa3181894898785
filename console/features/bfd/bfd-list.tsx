// The BFD sessions of all switches.
import { EthernetPort } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { apiAction, type Action } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { StateBadge, stateText } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { bfdStatus } from './bfd-queries.ts'

type Session = Model<'BfdStatus'>

const tones: Record<Session['state'], Tone> = {
  up: 'success',
  init: 'transition',
  down: 'danger',
  admin_down: 'neutral',
}

const columns: SortedColumn<Session>[] = [
  { id: 'peer', header: 'Peer', text: ({ peer }) => peer, cell: ({ peer }) => <CopyText text={peer} maxLength={40} /> },
  {
    id: 'switch',
    header: 'Switch',
    text: ({ switch: location }) => location,
    cell: ({ switch: location }) => location,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ state }) => stateText(state),
    early: true,
    cell: ({ state }) => <StateBadge state={state} tones={tones} transitional={['init']} />,
  },
  {
    id: 'local',
    header: 'Local address',
    text: ({ local }) => local ?? '',
    cell: ({ local }) => (local ? <CopyText text={local} maxLength={40} /> : <Dash />),
  },
  {
    id: 'mode',
    header: 'Mode',
    text: ({ mode }) => mode,
    cell: ({ mode }) => (mode === 'single_hop' ? 'single hop' : 'multihop'),
  },
  {
    id: 'detection',
    header: 'Detection time',
    value: ({ detectionThreshold, requiredRx }) => detectionThreshold * requiredRx,
    align: 'right',
    cell: ({ detectionThreshold, requiredRx }) => `${detectionThreshold} × ${requiredRx / 1000} ms`,
  },
]

const disableAction = ({ peer, switch: location }: Session, whyNot: string | undefined): Action =>
  apiAction({
    label: 'Disable',
    icon: 'disable',
    caution: true,
    whyNot,
    operation: 'networking_bfd_disable',
    params: { body: { remote: peer, switch: location } },
    ask: {
      title: 'Disable BFD session',
      content: (
        <>
          Disable BFD with <strong>{peer}</strong> on {location}?
        </>
      ),
      consequence: 'A dead path to the peer will be detected later, by BGP. Other sessions are kept.',
      actionLabel: 'Disable session',
      errorTitle: `Could not disable BFD with ${peer}`,
    },
    done: `BFD with ${peer} disabled on ${location}`,
  })

export default function BfdListTab() {
  const whyNot = useWhyNotFleet()
  const sessions = useData(bfdStatus(), { poll: FABRIC_POLL_MS })
  return (
    <WholeListPage
      isTab
      title="BFD sessions"
      icon={EthernetPort}
      create={[{ label: 'Enable BFD', whyNot, to: paths.bfdNew() }]}
      label="BFD sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ peer, switch: location }) => `${location} ${peer}`}
      rowLabel={({ peer }) => peer}
      text={({ peer, switch: location, state, local }) => `${peer} ${location} ${stateText(state)} ${local ?? ''}`}
      actions={(session) => [disableAction(session, whyNot)]}
      empty="BFD detects a dead path within a second, long before BGP does."
    />
  )
}
