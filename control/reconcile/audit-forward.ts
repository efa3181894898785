// Forwards the audit log to a syslog server.
import type { Host } from '../frame/context.ts'
import { forwardEntries } from '../system/audit/forward.ts'
import type { Loop } from './loop.ts'

export const auditForwardLoop = (host: Host): Loop => ({
  name: 'audit-forward',
  every: 30_000,
  step: () => forwardEntries(host),
})
