// Whether a request was accepted.
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/display/table.tsx'
import type { AuditEvent } from './audit-queries.ts'

export const isRefused = ({ status }: AuditEvent) => (status ?? 0) >= 400

const ResultBadge = ({ event }: { event: AuditEvent }) =>
  isRefused(event) ? <Badge tone="danger">Refused</Badge> : <Badge tone="success">Succeeded</Badge>

export const resultColumn: Column<AuditEvent> = {
  id: 'result',
  header: 'Result',
  early: true,
  cell: (event) => <ResultBadge event={event} />,
}
