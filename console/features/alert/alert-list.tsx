// The alerts that were raised, newest first, whether anyone was subscribed to them or not.
import { BellRing } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { alertClasses, type AlertClassName } from '#contract/alert-classes.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { EmptyList } from '../../table/list-page.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { alertList } from './alert-queries.ts'

type Alert = Model<'Alert'>

/** Names of projects and of what is in them are not among the data. */
const aboutOf = ({ targetName, siloName }: Alert['data']) =>
  [targetName, siloName].find((name): name is string => typeof name === 'string')

const columns: Column<Alert>[] = [
  { id: 'time', header: 'Raised', cell: ({ timeRaised }) => <DateTime value={timeRaised} /> },
  {
    id: 'class',
    header: 'Class',
    cell: ({ id, alertClass }) => (
      <TextLink to={paths.raisedAlert({ alert: id })}>
        <span className="font-mono text-xs">{alertClass}</span>
      </TextLink>
    ),
  },
  { id: 'about', header: 'About', cell: ({ data }) => aboutOf(data) ?? <Dash /> },
  { id: 'meaning', header: 'Meaning', cell: ({ alertClass }) => alertClasses[alertClass as AlertClassName] },
]

export default function AlertListTab() {
  return (
    <PagedTable
      label="Raised alerts"
      list={alertList}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ alertClass }) => alertClass}
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
