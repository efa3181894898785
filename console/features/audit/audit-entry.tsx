// All that is known about an entry of the audit log or of an activity page.
import { operations, type OperationId } from '#contract/operations.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { cx } from '../../ui/display/cx.ts'
import type { ActivityEvent, AuditEvent } from './audit-queries.ts'
import { isRefused } from './audit-result-badge.tsx'

export type Names = ReadonlyMap<string, string>

export const resultText = (event: Pick<AuditEvent, 'status' | 'errorCode'>) =>
  isRefused(event) ? `Refused (${event.errorCode ?? event.status})` : `Succeeded (${event.status ?? '-'})`

/** "POST /v1/projects", for operations that this version of the console knows. */
export function routeOf(operation: string): { method: string; path: string } {
  const [method = '', path = ''] = (operations[operation as OperationId] ?? '').split(' ')
  return { method, path }
}

const credentials: Record<NonNullable<AuditEvent['authMethod']>, string> = {
  session_cookie: 'session',
  access_token: 'access token',
  scim_token: 'SCIM token',
}

export interface AuditFactsProps {
  event: AuditEvent | ActivityEvent
  silos: Names
  /** Each name above its value, in a column that is too narrow for both. */
  isStacked?: boolean
}

export function AuditFacts({ event, silos, isStacked = false }: AuditFactsProps) {
  const { operation } = event
  const { method, path } = routeOf(operation ?? '')
  const facts: [name: string, value: string | null | undefined][] = [
    ['Request ID', event.requestId],
    ['Method', method],
    ['Path', event.requestUri ?? path],
    ['Status', operation && resultText(event)],
    ['Reason', operation && event.reason],
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
    <dl className={cx('mt-2 grid gap-x-4 gap-y-1 text-xs', isStacked ? 'whitespace-normal' : 'grid-cols-[auto_1fr]')}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className={cx('wrap-anywhere', isStacked ? 'mb-1' : 'min-w-40')}>
                {/id$/i.test(name) ? <CopyText text={value} maxLength={isStacked ? 18 : 36} /> : value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
