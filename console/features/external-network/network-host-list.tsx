// The hosts and databases of the network: whether each answers, and with which version.
import { Network } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { NotOffered } from '../../table/not-offered.tsx'
import { StateBadge } from '../../table/state-badge.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import type { Tone } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { systemNetwork } from './external-network-queries.ts'

type Part = Model<'NetworkPart'>

const POLL_INTERVAL_MS = 10_000
const tones: Record<Part['state'], Tone> = { up: 'success', lagging: 'notice', down: 'danger' }

const EMPTY: Record<Model<'Platform'>['network'], string> = {
  simulated: 'Networks are simulated: no host carries their traffic.',
  ovn: 'No host has joined the network yet. Connect ovn-controller of each to the southbound database.',
}

const columns: SortedColumn<Part>[] = [
  {
    id: 'name',
    header: 'Name',
    text: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'kind', header: 'Kind', text: ({ kind }) => kind, cell: ({ kind }) => kind },
  {
    id: 'state',
    header: 'State',
    text: ({ state }) => state,
    early: true,
    cell: ({ state }) => <StateBadge state={state} tones={tones} transitional={[]} />,
  },
  {
    id: 'version',
    header: 'OVN version',
    text: ({ version }) => version ?? '',
    cell: ({ version }) => version ?? <Dash />,
  },
  {
    id: 'address',
    header: 'Address',
    text: ({ address }) => address ?? '',
    cell: ({ address }) => address ?? <Dash />,
  },
]

export default function NetworkHostList() {
  const answer = useData(systemNetwork(), { poll: POLL_INTERVAL_MS })
  if (answer.type !== 'success') return <NotOffered />
  const { network, parts } = answer.data
  return (
    <WholeListPage
      isTab
      title="Hosts and databases"
      icon={Network}
      label="hosts and databases"
      columns={columns}
      rows={parts}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      rowLabel={({ name }) => name}
      text={({ name, kind, state, version, address }) => [name, kind, state, version, address].join(' ')}
      actions={({ name }) => [copyTextAction('Copy name', name)]}
      emptyTitle="No hosts"
      empty={EMPTY[network]}
    />
  )
}
