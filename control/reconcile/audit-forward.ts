// Forwards the audit log to a syslog server.
import type { Host } from '../frame/context.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { forwardEntries } from '../audit/forward.ts'
import type { Loop } from './loop.ts'

export function auditForwardLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)
  return {
    name: 'audit-forward',
    every: 30_000,
    troubles,
    async step() {
      const isMore = await forwardEntries(host)
      const setting = await host.db.read.selectFrom('audit_setting').select('syslog_problem').executeTakeFirst()
      if (setting?.syslog_problem) troubles.fail('syslog', setting.syslog_problem)
      else troubles.pass('syslog')
      return isMore
    },
  }
}
