// Takes away what nobody can see any more: news of outcomes once everybody has heard them, and samples older than charts go.
// What people asked for is the audit log and stays for ever.
import type { Host } from '../frame/context.ts'
import type { Loop } from './loop.ts'

const DAY = 24 * 3_600_000
const NEWS_FOR = 30 * DAY
/** A year back can be compared with. */
const SAMPLES_FOR = 400 * DAY
const EVERY = 3_600_000
/** A transaction that takes away a year at once would hold up everyone else. */
const AT_ONCE = 1000

export const pruneLoop = (host: Host): Loop => ({
  name: 'prune',
  every: EVERY,
  async step() {
    const now = host.clock.now().getTime()
    const before = (age: number) => new Date(now - age).toISOString()
    const wasMuchNews = await pruneNews(host, before(NEWS_FOR))
    return (await pruneSamples(host, before(SAMPLES_FOR))) || wasMuchNews
  },
})

/** True when there may be more. */
async function pruneNews({ db }: Host, before: string): Promise<boolean> {
  // oldest first by number: by time the way would lead past every row of the audit log
  const oldest = await db.read
    .selectFrom('event')
    .select(['seq', 'time'])
    .where('operation', 'is', null)
    .orderBy('seq')
    .limit(AT_ONCE)
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
  return stale.length === AT_ONCE
}

async function pruneSamples(host: Host, before: string): Promise<boolean> {
  let isMore = false
  for (let subject = await nextSubject(host, ''); subject !== undefined; subject = await nextSubject(host, subject))
    if (await pruneSubject(host, subject, before)) isMore = true
  return isMore
}

const samples = ({ db }: Host) => db.read.selectFrom('usage_sample')

/** One by one: to list them all at once the database would read every sample. */
async function nextSubject(host: Host, after: string): Promise<string | undefined> {
  const next = samples(host).select('subject_id').where('subject_id', '>', after).orderBy('subject_id').limit(1)
  return (await next.executeTakeFirst())?.subject_id
}

async function pruneSubject(host: Host, subject: string, before: string): Promise<boolean> {
  const times = samples(host).select('time').where('subject_id', '=', subject)
  // the last one before stays: it is where the line of the oldest chart comes from
  const kept = await times.where('time', '<', before).orderBy('time', 'desc').limit(1).executeTakeFirst()
  if (!kept) return false
  const stale = await times.where('time', '<', kept.time).orderBy('time').limit(AT_ONCE).execute()
  if (stale.length === 0) return false
  await host.db.transaction((tx) =>
    tx.deleteFrom('usage_sample').where('subject_id', '=', subject).where('time', '<=', stale.at(-1)!.time).execute(),
  )
  return stale.length === AT_ONCE
}
