// An entry of the audit log: in a row, opened, and as a line of CSV.
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import type { AuditEvent } from './audit-queries.ts'
import { AuditFacts, type AuditFactsProps, resultText, routeOf, type Names } from './audit-entry.tsx'
import { deedOf } from './activity-text.ts'
import { anonymousText } from './audit-people.ts'
import { resultColumn } from './audit-result-badge.tsx'
import { SentenceText } from './sentence.tsx'

const timeColumn: Column<AuditEvent> = {
  id: 'time',
  header: 'Time',
  width: 'w-44',
  cell: ({ time }) => <DateTime value={new Date(time)} />,
}

const actorOf = (event: AuditEvent) =>
  event.actorName ??
  (event.actorId ? (
    <CopyText text={event.actorId} maxLength={12} />
  ) : (
    <span className="text-muted">{anonymousText(event)}</span>
  ))

const actorColumn: Column<AuditEvent> = { id: 'actor', header: 'Actor', cell: actorOf }

const siloColumnOf = (silos: Names): Column<AuditEvent> => ({
  id: 'silo',
  header: 'Silo',
  cell: ({ siloId }) => (siloId ? (silos.get(siloId) ?? <CopyText text={siloId} maxLength={12} />) : <Dash />),
})

export const columnsOf = (silos: Names): Column<AuditEvent>[] => [
  timeColumn,
  actorColumn,
  { id: 'operation', header: 'What', cell: (event) => <Opened event={event} silos={silos} /> },
  siloColumnOf(silos),
  resultColumn,
]

/** On a phone, what was done, by whom and when are one column, so that they are visible without scrolling sideways. */
export const narrowColumnsOf = (silos: Names): Column<AuditEvent>[] => [
  {
    id: 'operation',
    header: 'What',
    cell: (event) => (
      <div className="w-48 pb-2 wrap-anywhere">
        <Opened event={event} silos={silos} isStacked />
        <p className="text-xs">{actorOf(event)}</p>
        <p className="text-xs">
          <DateTime value={new Date(event.time)} />
        </p>
      </div>
    ),
  },
  siloColumnOf(silos),
  resultColumn,
]

/** The row grows when it is opened. */
const Opened = ({ event, ...rest }: Pick<AuditFactsProps, 'silos' | 'isStacked'> & { event: AuditEvent }) => (
  <details className="group py-2">
    <summary className="cursor-pointer marker:text-muted hover:text-accent">
      <SentenceText sentence={deedOf(event)} />
      <span className="block font-mono text-xs text-muted">{event.operation}</span>
    </summary>
    <AuditFacts event={event} {...rest} />
  </details>
)

const headers = [
  'Time',
  'Actor',
  'Actor ID',
  'Operation',
  'Method',
  'Path',
  'Target',
  'Target ID',
  'Silo',
  'Result',
  'Reason',
  'Request ID',
  'Address',
  'User agent',
  'Credential',
  'Credential ID',
]

export const tableOf = (events: readonly AuditEvent[], silos: Names): string[][] => [
  headers,
  ...events.map((event) => {
    const { method, path } = routeOf(event.operation)
    const silo = event.siloId && (silos.get(event.siloId) ?? event.siloId)
    return [
      event.time,
      event.actorName,
      event.actorId,
      event.operation,
      method,
      event.requestUri ?? path,
      event.targetName,
      event.targetId,
      silo,
      resultText(event),
      event.reason,
      event.requestId,
      event.address,
      event.userAgent,
      event.authMethod,
      event.credentialId,
    ].map((text) => text ?? '')
  }),
]
