// An entry of the audit log: in a row, opened, and as a line of CSV.
import { operations, type OperationId } from '#contract/operations.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import type { AuditEvent } from './audit-queries.ts'
import { isRefused, resultColumn } from './audit-result-badge.tsx'

type Names = ReadonlyMap<string, string>

const resultText = (event: AuditEvent) =>
  isRefused(event) ? `Refused (${event.errorCode ?? event.status})` : `Succeeded (${event.status ?? '-'})`

/** "POST /v1/projects", for operations that this version of the console knows. */
export function routeOf(operation: string): { method: string; path: string } {
  const [method = '', path = ''] = (operations[operation as OperationId] ?? '').split(' ')
  return { method, path }
}

export const columnsOf = (silos: Names): Column<AuditEvent>[] => [
  { id: 'time', header: 'Time', width: 'w-44', cell: ({ time }) => <DateTime value={new Date(time)} /> },
  {
    id: 'actor',
    header: 'Actor',
    cell: ({ actorName, actorId, noun, targetName }) =>
      actorName ??
      (actorId ? (
        <CopyText text={actorId} maxLength={12} />
      ) : (
        // nobody is signed in before a login, whose target is the user
        <span className="text-muted">
          {noun === 'session' && targetName ? `${targetName} (signing in)` : 'not signed in'}
        </span>
      )),
  },
  { id: 'operation', header: 'Operation', cell: (event) => <Opened event={event} silos={silos} /> },
  {
    id: 'target',
    header: 'Target',
    cell: ({ targetName, targetId }) =>
      targetName ?? (targetId ? <CopyText text={targetId} maxLength={12} /> : <Dash />),
  },
  {
    id: 'silo',
    header: 'Silo',
    cell: ({ siloId }) => (siloId ? (silos.get(siloId) ?? <CopyText text={siloId} maxLength={12} />) : <Dash />),
  },
  resultColumn,
]

const credentials: Record<NonNullable<AuditEvent['authMethod']>, string> = {
  session_cookie: 'session',
  access_token: 'access token',
  scim_token: 'SCIM token',
}

/** The row grows when it is opened. */
function Opened({ event, silos }: { event: AuditEvent; silos: Names }) {
  const { method, path } = routeOf(event.operation)
  const facts: [name: string, value: string | null | undefined][] = [
    ['Request ID', event.requestId],
    ['Method', method],
    ['Path', event.requestUri ?? path],
    ['Status', resultText(event)],
    ['Address', event.address],
    ['User agent', event.userAgent],
    ['Signed in with', event.authMethod && credentials[event.authMethod]],
    ['Credential ID', event.credentialId],
    ['Actor ID', event.actorId],
    ['Actor silo', event.actorSiloId && (silos.get(event.actorSiloId) ?? event.actorSiloId)],
    ['Target ID', event.targetId],
    ['Project ID', event.projectId],
  ]
  return (
    <details className="group py-2">
      <summary className="cursor-pointer font-mono text-xs marker:text-muted hover:text-accent">
        {event.operation}
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-40 wrap-anywhere">
                  {/id$/i.test(name) ? <CopyText text={value} maxLength={36} /> : value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}

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
      event.requestId,
      event.address,
      event.userAgent,
      event.authMethod,
      event.credentialId,
    ].map((text) => text ?? '')
  }),
]
