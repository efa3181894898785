// Logs a database outage once when it begins and once when it ends, instead of once for each request and loop that it fails.
import type { Database } from '#control/db/database.ts'
import { DatabaseUnavailable } from '#control/db/errors.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Log } from '#control/frame/ports/host.ts'

/** Failures of an outage can be logged a little after its end. */
const LATE_MS = 5000
const NAME = new DatabaseUnavailable('').name

/** The log for whatever uses the database, and the database that notices when it is back: loops use it every few seconds. */
export function watchOutages(db: Database, log: Log, clock: Pick<Clock, 'now'>): { db: Database; log: Log } {
  let outages = 0
  let began: number | undefined
  let ended = 0
  let failures = 0

  function failed(reason: string) {
    failures++
    const now = clock.now().getTime()
    if (began !== undefined || now - ended < LATE_MS) return
    began = now
    outages++
    log.error('the database is not available', { reason })
  }

  function succeeded() {
    if (began === undefined) return
    ended = clock.now().getTime()
    const seconds = Math.round((ended - began) / 1000)
    log.info('the database is available again', { seconds, failures })
    began = undefined
    failures = 0
  }

  const quietly =
    (write: Log['error']): Log['error'] =>
    (message, facts) => {
      const reason = String(facts?.error ?? '')
      if (reason.startsWith(NAME)) failed(reason.split('\n')[0] ?? '')
      else write(message, facts)
    }

  return {
    log: { info: log.info, warn: quietly(log.warn), error: quietly(log.error) },
    db: {
      dialect: db.dialect,
      get version() {
        return db.version
      },
      read: db.read,
      noticeOthers: db.noticeOthers,
      ...(db.connections && { connections: db.connections }),
      snapshot: db.snapshot,
      close: db.close,
      async transaction(work, options) {
        const known = outages
        const result = await db.transaction(work, options)
        // one that was under way when the outage began says nothing about its end
        if (known === outages) succeeded()
        return result
      },
    },
  }
}
