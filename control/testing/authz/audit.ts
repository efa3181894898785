// Authorization test cases for the audit log.
import type { audit as operations } from '#contract/audit.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet } from '../authz-rules.ts'

export const audit: Cases<keyof typeof operations> = {
  audit_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  audit_count: row({ rule: onFleet('viewer'), call: () => ({}) }),
  audit_verification_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  audit_export: row({ rule: onFleet('admin'), call: () => ({}) }),
  audit_settings_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  audit_settings_update: row({ rule: onFleet('admin'), call: () => ({ body: { retention_days: 400, syslog: null } }) }),
}
