// Seals the audit log every minute and removes what is older than its retention.
import type { Host } from '../frame/context.ts'
import { removeOldEntries } from '../system/audit/retention.ts'
import { sealEntries } from '../system/audit/seal.ts'
import { signerOf } from '../system/audit/signer.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** Whoever collects the server's log keeps a checkpoint outside of the database. */
const LOG_INTERVAL_MS = 3_600_000

export function auditLoop(host: Host): Loop {
  let lastLogged = 0
  let isPossible: boolean | undefined

  return {
    name: 'audit',
    every: INTERVAL_MS,
    async step() {
      // an older browser, which runs the preview
      isPossible ??= await signerOf(host.sealer).then(
        () => true,
        () => false,
      )
      if (!isPossible) return
      const checkpoint = await sealEntries(host)
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
