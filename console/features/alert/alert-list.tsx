// The alerts that were raised, newest first, whether anyone was subscribed to them or not.
import { BellRing } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { EmptyList } from '../../table/list-page.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { AlertSeverity, AlertState } from './alert-badge.tsx'
import { alertList } from './alert-queries.ts'

type Alert = Model<'Alert'>

const columns: SortedColumn<Alert>[] = [
  {
    id: 'alert',
    header: 'Alert',
    text: ({ sentence }) => sentence,
    cell: ({ id, sentence }) => (
      // narrow on phones, so that the state of the alert is in sight
      <div className="w-40 py-2 whitespace-normal sm:w-auto">
        <TextLink to={paths.raisedAlert({ alert: id })}>{sentence}</TextLink>
      </div>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    early: true,
    text: ({ severity }) => severity,
    cell: ({ severity }) => <AlertSeverity severity={severity} />,
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <AlertState state={state} />,
  },
  {
    id: 'time',
    header: 'Raised',
    value: ({ timeRaised }) => timeRaised.getTime(),
    cell: ({ timeRaised }) => <DateTime value={timeRaised} />,
  },
  {
    id: 'class',
    header: 'Class',
    text: ({ alertClass }) => alertClass,
    cell: ({ alertClass }) => <span className="font-mono text-xs">{alertClass}</span>,
  },
]

export default function AlertListTab() {
  return (
    <PagedTable
      label="Raised alerts"
      nouns="alerts"
      list={alertList}
      columns={columns}
      order={{ column: 'time', direction: 'descending' }}
      rowKey={({ id }) => id}
      rowLabel={({ sentence }) => sentence}
      empty={
        <EmptyList
          icon={BellRing}
          title="No alerts"
          text="Alerts of the last 90 days appear here, with who got them."
        />
      }
    />
  )
}
