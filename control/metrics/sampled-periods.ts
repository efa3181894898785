// The times in which usage was sampled. Between two of them the server was off, and nobody knows the level there.
import type { Database, Queries } from '../db/database.ts'
import { FLEET_ID } from '../frame/authz.ts'
import type { Clock } from '../frame/ports/clock.ts'

/** Passes are a minute apart. A busy server can be late. */
const MAX_PAUSE_MS = 3 * 60_000
/** Samples of earlier versions, which noted no periods, were up to 15 minutes apart. */
const MAX_SAMPLE_GAP_MS = 20 * 60_000

export interface Gap {
  /** Just after the last moment before it. */
  from: number
  /** Just before the first moment after it. */
  to: number
}

/** Notes that usage is sampled now. */
export async function notePass({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const moment = now.toISOString()
  await db.transaction(
    async (tx) => {
      const last = await lastPeriod(tx)
      // also if the clock was set back by more
      if (last && Math.abs(now.getTime() - Date.parse(last.time_end)) <= MAX_PAUSE_MS)
        return tx
          .updateTable('sampled_period')
          .set({ time_end: moment })
          .where('time_start', '=', last.time_start)
          .execute()
      const earlier = last ? undefined : await lastSample(tx)
      const isOff = earlier !== undefined && now.getTime() - Date.parse(earlier) > MAX_SAMPLE_GAP_MS
      const moments = isOff ? [earlier, moment] : [moment]
      return tx
        .insertInto('sampled_period')
        .values(moments.map((each) => ({ time_start: each, time_end: each })))
        .onConflict((known) => known.doNothing())
        .execute()
    },
    { durable: false, quiet: true },
  )
}

const lastPeriod = (tx: Queries) =>
  tx.selectFrom('sampled_period').selectAll().orderBy('time_start', 'desc').limit(1).executeTakeFirst()

async function lastSample(tx: Queries): Promise<string | undefined> {
  const samples = tx.selectFrom('usage_sample').select('time').where('subject_id', '=', FLEET_ID)
  return (await samples.orderBy('time', 'desc').limit(1).executeTakeFirst())?.time
}

/** Oldest first. There are few: one for each time the server was off for minutes. */
export async function gapsOf(db: Queries): Promise<Gap[]> {
  const periods = await db.selectFrom('sampled_period').selectAll().orderBy('time_start').execute()
  return periods.flatMap(({ time_start }, at) => {
    const before = periods[at - 1]
    if (!before) return []
    const gap = { from: Date.parse(before.time_end) + 1, to: Date.parse(time_start) - 1 }
    return gap.from < gap.to ? [gap] : []
  })
}

type Level = Record<'cpus' | 'memory' | 'storage', number>

export interface Mark {
  time: string
  /** Null where the gap begins. */
  level: Level | null
}

/** Where the gaps of a subject begin and end, in a span of time, oldest first. Its level did not change meanwhile. */
export async function gapMarks(db: Queries, subject: string, from: number, to: number): Promise<Mark[]> {
  const marks: Mark[] = []
  for (const gap of await gapsOf(db)) {
    const isIn = (moment: number) => moment >= from && moment <= to
    if (!isIn(gap.from) && !isIn(gap.to)) continue
    const level = await levelAt(db, subject, gap.from)
    // it did not exist yet
    if (!level) continue
    if (isIn(gap.from)) marks.push({ time: moment(gap.from), level: null })
    if (isIn(gap.to)) marks.push({ time: moment(gap.to), level })
  }
  return marks
}

const moment = (time: number) => new Date(time).toISOString()

const levelAt = (db: Queries, subject: string, time: number): Promise<Level | undefined> =>
  db
    .selectFrom('usage_sample')
    .select(['cpus', 'memory', 'storage'])
    .where('subject_id', '=', subject)
    .where('time', '<=', moment(time))
    .orderBy('time', 'desc')
    .limit(1)
    .executeTakeFirst()
