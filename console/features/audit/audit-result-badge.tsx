// Whether a request was accepted. Only refusals stand out.
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/display/table.tsx'
import type { AuditEvent } from './audit-queries.ts'

export const isRefused = ({ status }: Pick<AuditEvent, 'status'>) => (status ?? 0) >= 400

const Result = ({ event }: { event: AuditEvent }) =>
  isRefused(event) ? <RefusedBadge /> : <span className="text-muted">Succeeded</span>

export const RefusedBadge = () => <Badge tone="danger">Refused</Badge>

export const resultColumn: Column<AuditEvent> = {
  id: 'result',
  header: 'Result',
  early: true,
  cell: (event) => <Result event={event} />,
}
