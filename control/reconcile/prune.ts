// Deletes rows that nobody needs any more: events that no request caused, samples older than any chart, old alerts, expired
// access tokens, and what a backup that was killed has copied.
// Requests form the audit log and stay forever.
import type { Host } from '../frame/context.ts'
import { PROBE_ALERT_ID } from '../alert/probe.ts'
import { endStaleCopies } from '../storage/disk-copies.ts'
import type { Loop } from './loop.ts'

const DAY_MS = 24 * 3_600_000
const OUTCOME_RETENTION_MS = 30 * DAY_MS
/** Long enough to compare with the previous year. */
const SAMPLE_RETENTION_MS = 400 * DAY_MS
const ALERT_RETENTION_MS = 90 * DAY_MS
const INTERVAL_MS = 3_600_000
/** Rows per transaction; deleting a year at once would block all other writes. */
const BATCH_SIZE = 1000

export const pruneLoop = (host: Host): Loop => ({
  name: 'prune',
  every: INTERVAL_MS,
  async step() {
    const now = host.clock.now().getTime()
    const before = (age: number) => new Date(now - age).toISOString()
    await pruneTokens(host, before(0))
    await endStaleCopies(host, before(0))
    const wasMuchNews = await pruneOutcomes(host, before(OUTCOME_RETENTION_MS))
    const wereManyAlerts = await pruneAlerts(host, before(ALERT_RETENTION_MS))
    return (await pruneSamples(host, before(SAMPLE_RETENTION_MS))) || wasMuchNews || wereManyAlerts
  },
})

/** Expired tokens that nobody has presented since. */
async function pruneTokens({ db }: Host, now: string): Promise<void> {
  const expired = db.read.selectFrom('device_access_token').select('id').where('time_expires', '<=', now)
  const ids = (await expired.limit(BATCH_SIZE).execute()).map(({ id }) => id)
  if (ids.length > 0)
    await db.transaction((tx) => tx.deleteFrom('device_access_token').where('id', 'in', ids).execute())
}

/** True when there may be more. */
async function pruneOutcomes({ db }: Host, before: string): Promise<boolean> {
  // ordered by number: ordering by time would scan every row of the audit log
  const oldest = await db.read
    .selectFrom('event')
    .select(['seq', 'time'])
    .where('operation', 'is', null)
    .orderBy('seq')
    .limit(BATCH_SIZE)
    .execute()
  const stale = oldest.filter(({ time }) => time < before)
  if (stale.length === 0) return false
  await db.transaction((tx) =>
    tx
      .deleteFrom('event')
      .where('operation', 'is', null)
      .where('seq', '<=', stale.at(-1)!.seq)
      .where('time', '<', before)
      .execute(),
  )
  return stale.length === BATCH_SIZE
}

const ids = (rows: { id: string }[]) => [...rows.map(({ id }) => id), '']

/** With their deliveries. The alert of all probes stays, but not the probes. True when there may be more. */
async function pruneAlerts({ db }: Host, before: string): Promise<boolean> {
  const old = (table: 'alert' | 'alert_delivery') =>
    db.read.selectFrom(table).select('id').where('time_created', '<', before).limit(BATCH_SIZE)
  const alerts = await old('alert').where('id', '!=', PROBE_ALERT_ID).execute()
  const deliveries = await old('alert_delivery').execute()
  if (alerts.length + deliveries.length === 0) return false
  await db.transaction(async (tx) => {
    await tx.deleteFrom('alert_delivery').where('id', 'in', ids(deliveries)).execute()
    await tx.deleteFrom('alert').where('id', 'in', ids(alerts)).execute()
  })
  return Math.max(alerts.length, deliveries.length) === BATCH_SIZE
}

async function pruneSamples(host: Host, before: string): Promise<boolean> {
  let isMore = false
  for (let subject = await nextSubject(host, ''); subject !== undefined; subject = await nextSubject(host, subject))
    if (await pruneSubject(host, subject, before)) isMore = true
  return isMore
}

const samples = ({ db }: Host) => db.read.selectFrom('usage_sample')

/** One by one, because listing them all at once would read every sample. */
async function nextSubject(host: Host, after: string): Promise<string | undefined> {
  const next = samples(host).select('subject_id').where('subject_id', '>', after).orderBy('subject_id').limit(1)
  return (await next.executeTakeFirst())?.subject_id
}

async function pruneSubject(host: Host, subject: string, before: string): Promise<boolean> {
  const times = samples(host).select('time').where('subject_id', '=', subject)
  // keep the last one before: it is the baseline of the oldest chart
  const kept = await times.where('time', '<', before).orderBy('time', 'desc').limit(1).executeTakeFirst()
  if (!kept) return false
  const stale = await times.where('time', '<', kept.time).orderBy('time').limit(BATCH_SIZE).execute()
  if (stale.length === 0) return false
  await host.db.transaction((tx) =>
    tx.deleteFrom('usage_sample').where('subject_id', '=', subject).where('time', '<=', stale.at(-1)!.time).execute(),
  )
  return stale.length === BATCH_SIZE
}
