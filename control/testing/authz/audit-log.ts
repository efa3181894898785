// Authorization test cases for the published audit log.
import type { auditLog as operations } from '#contract/audit-log.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet } from '../authz-rules.ts'

export const auditLog: Cases<keyof typeof operations> = {
  audit_log_list: row({
    rule: onFleet('viewer'),
    call: () => ({ query: { start_time: '2025-01-01T00:00:00Z' } }),
  }),
}
