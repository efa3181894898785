// Writes what a loop keeps failing to do to the database, for the issues, the alerts and the metrics of every replica. What no longer
// fails vanishes.
import type { Queries, RowOf } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import type { Trouble } from '../frame/troubles.ts'

/** Per loop. If a rack is on fire, the oldest are enough. */
const MAX_TROUBLES = 50
/** A reason that is another each time is not written each time. */
const REWRITE_MS = 60_000
/** Most failures pass within seconds. Measured by the loop, which tries again before it counts: a machine may have been suspended. */
const LASTING_MS = 60_000

export interface Health {
  /** Reads what another replica may have written. */
  refresh(): Promise<void>
  record(troubles: readonly Trouble[]): Promise<void>
}

type Written = Pick<RowOf<'loop_trouble'>, 'problem' | 'is_lasting'>

const isLasting = ({ since }: Trouble, now: number) => now - Date.parse(since) >= LASTING_MS

export function makeHealth({ db, clock }: Pick<Host, 'db' | 'clock'>, loop: string): Health {
  /** What the database has, by key. */
  let written: Map<string, Written> | undefined
  let lastWrite = 0

  async function stored(): Promise<Map<string, Written>> {
    const rows = db.read.selectFrom('loop_trouble').select(['key', 'problem', 'is_lasting']).where('loop', '=', loop)
    return new Map((await rows.execute()).map(({ key, ...row }) => [key, row]))
  }

  function isWritten(known: Map<string, Written>, troubles: readonly Trouble[], now: number): boolean {
    if (known.size !== troubles.length) return false
    const isRecent = now - lastWrite < REWRITE_MS
    return troubles.every((trouble) => {
      const row = known.get(trouble.key)
      // what another replica has found before stays
      const isSame = row && (row.is_lasting || !isLasting(trouble, now))
      return isSame && (isRecent || row.problem === trouble.problem)
    })
  }

  async function write(tx: Queries, troubles: readonly Trouble[], now: Date): Promise<void> {
    const time_modified = now.toISOString()
    const keys = troubles.map(({ key }) => key)
    const others = tx.deleteFrom('loop_trouble').where('loop', '=', loop)
    await (keys.length > 0 ? others.where('key', 'not in', keys) : others).execute()
    for (const trouble of troubles) {
      const { key, problem, sled_id, since: time_created } = trouble
      const is_lasting = isLasting(trouble, now.getTime())
      const insert = tx
        .insertInto('loop_trouble')
        .values({ loop, key, problem, sled_id, is_lasting, time_created, time_modified })
      // what another replica has found before keeps its beginning
      const changes = { problem, sled_id, time_modified, ...(is_lasting ? { is_lasting } : {}) }
      await insert.onConflict((there) => there.columns(['loop', 'key']).doUpdateSet(changes)).execute()
    }
  }

  return {
    async refresh() {
      written = undefined
      written = await stored()
    },
    async record(all) {
      const troubles = all.slice(0, MAX_TROUBLES)
      const now = clock.now()
      const known = written ?? (await stored())
      written = known
      if (isWritten(known, troubles, now.getTime())) return
      written = undefined
      await db.transaction((tx) => write(tx, troubles, now), { quiet: true, durable: false })
      lastWrite = now.getTime()
      // read again, because what another replica wrote may have stayed
      written = troubles.length === 0 ? new Map() : await stored()
    },
  }
}
