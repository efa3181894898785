// The hosts that were added to the rack.
import { Server } from '@lucide/icons'
import { Outlet } from 'react-router'
import type { Action } from '../../action/action.tsx'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { TabList } from '../../table/tab-list.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { RowTitle } from '../../ui/display/row-title.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { HostBadge } from './host-badge.tsx'
import { useHostActions } from './host-actions.tsx'
import { checksText, hostName } from './host-names.ts'
import { first1000Hosts, type Host } from './host-queries.ts'

const columns: Column<Host>[] = [
  {
    id: 'address',
    header: 'Address',
    cell: (host) => (
      <RowTitle>
        <TextLink to={paths.host({ host: host.id })}>{hostName(host)}</TextLink>
      </RowTitle>
    ),
  },
  { id: 'state', header: 'State', early: true, cell: ({ state }) => <HostBadge state={state} /> },
  { id: 'checks', header: 'Checks', cell: (host) => checksText(host) || <Dash /> },
  { id: 'user', header: 'User', cell: ({ user }) => user },
  {
    id: 'sled',
    header: 'Sled',
    cell: ({ state, sledId, serial }) =>
      state === 'in_service' && sledId ? (
        <TextLink to={paths.sledInstances({ sledId })}>{serial}</TextLink>
      ) : (
        (serial ?? <Dash />)
      ),
  },
]

export default function HostList() {
  const rack = usePlatform()
  const answer = useData(first1000Hosts())
  const whyNot = useWhyNotFleet()
  const found = answer.type === 'success' ? answer.data.items : []
  const actionsOf = useHostActions(found)
  if (rack?.takesHosts === false)
    return (
      <EmptyState
        icon={<Icon icon={Server} />}
        title="Hosts cannot be added to this rack"
        text={
          <>
            The rack is simulated. Start the server with{' '}
            <code className="font-mono text-xs whitespace-nowrap">--machines</code> to add hosts.{' '}
            <GuideLink guide="hosts">About hosts</GuideLink>
          </>
        }
      />
    )
  if (answer.type !== 'success')
    return <EmptyState title="Hosts are not shown" text={whyNot ?? 'The API host does not offer this list.'} />
  const hosts = found.toSorted((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }))
  const add: Action = { label: 'Add host', icon: 'add', to: paths.hostsNew(), whyNot }
  const settings: Action = { label: 'Setup script', to: paths.hostSetup(), whyNot }
  return (
    <>
      <TabList
        text="Debian machines that run instances, managed over SSH. Each becomes a sled once it is added to the rack."
        add={add}
        more={[settings]}
        empty={
          hosts.length === 0 && {
            title: 'No hosts yet',
            text: 'Add a Debian machine to run instances on it.',
          }
        }
      >
        <Table
          label="Hosts"
          columns={columns}
          rows={hosts}
          rowKey={({ id }) => id}
          rowLabel={hostName}
          actions={(host) => [copyIdAction(host.id), ...actionsOf(host)].map(menuItem)}
        />
      </TabList>
      <Outlet />
    </>
  )
}
