// Writes samples to a database as the sampler would over a long time.
import type { Database } from '../db/database.ts'
import { pack, VCPU_STATES } from './layout.ts'
import { LEVELS, type Level } from './levels.ts'
import { ensurePartitions, insertSamples, type SampleRow } from './store.ts'

export interface History {
  instance_id: string
  project_id: string
  silo_id: string
  vcpus: number
  /** How long it has been running. */
  forMs: number
  now: number
  /** Nanoseconds each vCPU has run after `elapsed` milliseconds. */
  run?: (elapsed: number) => number
}

/** Writes the vCPU counters of a machine at every level, as far back as its retention. */
export async function writeHistory(db: Database, history: History): Promise<number> {
  const { instance_id, project_id, silo_id, vcpus, forMs, now } = history
  const since = now - forMs
  const source_fields = {
    instance_id,
    project_id,
    silo_id,
    sled_id: instance_id,
    sled_model: 'model',
    sled_revision: 0,
    sled_serial: 'serial',
  }
  const { id } = await db.transaction((tx) =>
    tx
      .insertInto('metric_source')
      .values({
        target_name: 'virtual_machine',
        part: '',
        source_key: instance_id,
        object_id: instance_id,
        instance_id,
        project_id,
        silo_id,
        source_fields,
        shape: { vcpus },
        time_created: new Date(since).toISOString(),
        last_sampled: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  for (const level of LEVELS) await writeLevel(db, id, level, history)
  return id
}

async function writeLevel(db: Database, source_id: number, level: Level, history: History): Promise<void> {
  const { forMs, now, vcpus, run = (elapsed) => elapsed * 0.25e6 } = history
  const since = now - forMs
  const oldest = Math.max(since + level.everyMs, now - level.keepMs)
  const rows: SampleRow[] = []
  for (let at = Math.ceil(oldest / level.everyMs) * level.everyMs; at <= now; at += level.everyMs) {
    const busy = Math.floor(run(at - since))
    const of = { run: busy, idle: (at - since) * 1e6 - busy, waiting: 0, emulation: 0 }
    const values = Array.from({ length: vcpus }, () => VCPU_STATES.map((state) => of[state])).flat()
    rows.push({ source_id, sampled_at: at, counting_since: since, packed: pack([...values, 0, 0, 0]) })
  }
  await db.transaction(async (tx) => {
    const times = rows.map(({ sampled_at }) => sampled_at)
    if (rows.length > 0) await ensurePartitions(tx, db.dialect, level, [...times, now])
    await insertSamples(tx, db.dialect, level, rows)
  })
}
