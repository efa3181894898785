// Seals the audit log every minute and removes what is older than its retention.
import type { Host } from '../frame/context.ts'
import { makeTroubles } from '../frame/troubles.ts'
import type { Log } from '../frame/ports/host.ts'
import { removeOldEntries } from '../audit/retention.ts'
import { sealEntries } from '../audit/seal.ts'
import { canSign } from '../audit/signer.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** Whoever collects the server's log keeps a checkpoint outside of the database. */
const LOG_INTERVAL_MS = 3_600_000

export function auditLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)
  let lastLogged = 0

  return {
    name: 'audit',
    every: INTERVAL_MS,
    troubles,
    async step() {
      if (!(await canSign(host.sealer))) return
      const problems: string[] = []
      const error: Log['error'] = (message, facts) => {
        problems.push(message)
        host.log.error(message, facts)
      }
      // it refuses to seal a log that was changed, and says so in the log
      const checkpoint = await sealEntries({ ...host, log: { ...host.log, error } })
      if (problems.length > 0) troubles.fail('seal', problems[0])
      else troubles.pass('seal')
      const now = host.clock.now().getTime()
      if (checkpoint && now - lastLogged >= LOG_INTERVAL_MS) {
        lastLogged = now
        host.log.info('audit checkpoint', { ...checkpoint })
      }
      const wasRemoved = await removeOldEntries(host)
      return wasRemoved || checkpoint !== undefined
    },
  }
}
