// Samples everything that runs. Keeps the last row of each source in memory, so that a source that ends or resets leaves its last
// row at every level. This state is read back after a restart or after another replica has sampled.
import type { Host } from '../frame/context.ts'
import type { Troubles } from '../frame/troubles.ts'
import { makeCollector } from './collect.ts'
import { pack } from './layout.ts'
import { crosses, LEVELS, MINUTES, QUARTERS, RAW, SAMPLE_EVERY_MS, type Level } from './levels.ts'
import type { Measurement } from './measure.ts'
import { ensurePartitions, ensureSources, insertSamples, touchSources, type SampleRow } from './store.ts'

/** After a pause this long another replica may have sampled. */
const STALE_MS = 3 * SAMPLE_EVERY_MS
/** Sources sampled within this time may still be running. */
const RECENT_MS = 30 * 60_000
const RESTORE_ROWS = 200

/** Gauges added up since the last row of a coarser level. */
interface Mean {
  sums: number[]
  count: number
}

interface Open {
  last: SampleRow
  isHistogram: boolean
  owner: string
  minute: Mean
  quarter: Mean
}

export interface Sampler {
  /** Samples once. Returns whether a minute was completed, which is when to prune. */
  tick(): Promise<{ isMinute: boolean }>
}

export function makeSampler(host: Host, troubles?: Troubles): Sampler {
  const { db, clock } = host
  const { collect, reset } = makeCollector(host, troubles)
  let ids = new Map<string, number>()
  let open = new Map<number, Open>()
  let lastTick: number | undefined
  /** Partitions exist for these moments. */
  let partitionsFor: readonly number[] = []

  /** Restores what any replica sampled recently. */
  async function restore(now: number) {
    ids = new Map()
    open = new Map()
    reset()
    lastTick = undefined
    const recent = await db.read
      .selectFrom('metric_source')
      .select(['id', 'source_key', 'part', 'instance_id', 'object_id'])
      .where('last_sampled', '>=', host.storesNoSamples ? 0 : now - RECENT_MS)
      .execute()
    for (let at = 0; at < recent.length; at += RESTORE_ROWS) {
      const some = recent.slice(at, at + RESTORE_ROWS)
      const rows = await lastRows(some.map(({ id }) => id))
      for (const source of some) {
        ids.set(source.source_key, source.id)
        const last = rows.get(source.id)
        if (!last) continue
        const owner = source.instance_id ?? source.object_id
        open.set(source.id, { last, isHistogram: source.part === 'histogram', owner, minute: mean(), quarter: mean() })
        lastTick = Math.max(lastTick ?? 0, last.sampled_at)
      }
    }
  }

  async function lastRows(sources: readonly number[]): Promise<ReadonlyMap<number, SampleRow>> {
    const newest = db.read
      .selectFrom('metric_sample')
      .select(({ fn }) => ['source_id', fn.max('sampled_at').as('newest')])
      .where('source_id', 'in', sources)
      .groupBy('source_id')
    const rows = await db.read
      .selectFrom('metric_sample as row')
      .innerJoin(newest.as('last'), (join) =>
        join.onRef('last.source_id', '=', 'row.source_id').onRef('last.newest', '=', 'row.sampled_at'),
      )
      .select(['row.source_id', 'row.sampled_at', 'row.counting_since', 'row.packed'])
      .execute()
    return new Map(rows.map((row) => [row.source_id, row]))
  }

  async function tick() {
    const now = clock.now()
    const at = now.getTime()
    if (lastTick === undefined || at - lastTick > STALE_MS || at < lastTick) await restore(at)
    const before = lastTick ?? at - SAMPLE_EVERY_MS
    const levels = [RAW, ...[MINUTES, QUARTERS].filter((level) => crosses(level, before, at))]
    const isMinute = levels.includes(MINUTES)
    const measured = await collect(isMinute)
    const unknown = measured.filter(({ key }) => !ids.has(key))
    // the clock may have been set, or the machine suspended, while the sleds were asked
    const times = hoursOf([
      at,
      ...measured.map((each) => each.at),
      ...[...open.values()].map(({ last }) => last.sampled_at),
    ])
    const known = partitionsFor
    // a replica whose clock is ahead may have dropped them, so a failure forgets them
    partitionsFor = []
    const { added, next, ended } = await db.transaction(
      async (tx) => {
        for (const level of LEVELS.filter((each) => !hasPartitions(each, known, times)))
          await ensurePartitions(tx, db.dialect, level, [...times, at + level.partitionMs])
        const added = unknown.length > 0 ? await ensureSources(tx, unknown, now) : new Map<string, number>()
        const { next, ended, rows } = advance(measured, added, levels)
        if (!host.storesNoSamples) {
          for (const [level, own] of rows) await insertSamples(tx, db.dialect, level, own)
          const last = ended.map((each) => each.last)
          for (const level of [MINUTES, QUARTERS]) await insertSamples(tx, db.dialect, level, last)
        }
        if (levels.includes(QUARTERS)) await touchSources(tx, [...next.keys()], at)
        for (const { last } of ended) await touchSources(tx, [last.source_id], last.sampled_at)
        return { added, next, ended }
      },
      { durable: false, quiet: true },
    )
    partitionsFor = times
    for (const [key, id] of added) ids.set(key, id)
    const gone = new Set(ended.map(({ last }) => last.source_id).filter((id) => !next.has(id)))
    if (gone.size > 0) for (const [key, id] of ids) if (gone.has(id)) ids.delete(key)
    open = next
    lastTick = at
    return { isMinute }
  }

  /** The open and ended sources after these measurements, and the rows to write. Pure, because it may be retried. */
  function advance(measured: readonly Measurement[], added: ReadonlyMap<string, number>, levels: readonly Level[]) {
    const next = new Map<number, Open>()
    const ended: Open[] = []
    const rows = new Map<Level, SampleRow[]>(levels.map((level) => [level, []]))
    const owners = new Set<string>()
    for (const measurement of measured) {
      const { key, at, since, source, values, gauges } = measurement
      const source_id = (added.get(key) ?? ids.get(key))!
      const owner = source.instance_id ?? source.object_id
      owners.add(owner)
      const last = { source_id, sampled_at: at, counting_since: since, packed: pack(values) }
      const known = open.get(source_id)
      if (known && known.last.counting_since !== since) ended.push(known)
      const minute = plus(known?.minute ?? mean(), values, gauges)
      const quarter = plus(known?.quarter ?? mean(), values, gauges)
      const entry: Open = { last, isHistogram: source.part === 'histogram', owner, minute, quarter }
      for (const [level, own] of rows)
        own.push(level === RAW ? last : { ...last, packed: packMean(entry, level, values) })
      if (rows.has(MINUTES)) entry.minute = mean()
      if (rows.has(QUARTERS)) entry.quarter = mean()
      next.set(source_id, entry)
    }
    for (const [id, entry] of open) {
      if (next.has(id)) continue
      // histograms are not sampled at every tick
      if (entry.isHistogram && owners.has(entry.owner)) next.set(id, entry)
      else ended.push(entry)
    }
    return { next, ended, rows }
  }

  return { tick }
}

/** The hours in which these times are. Partitions begin and end on the hour. */
const hoursOf = (times: readonly number[]): readonly number[] => [
  ...new Set(times.map((time) => time - (time % RAW.partitionMs))),
]

const hasPartitions = ({ partitionMs }: Level, known: readonly number[], times: readonly number[]): boolean => {
  const numbers = new Set(known.map((time) => Math.floor(time / partitionMs)))
  return times.every((time) => numbers.has(Math.floor(time / partitionMs)))
}

const mean = (): Mean => ({ sums: [], count: 0 })

function plus({ sums, count }: Mean, values: readonly number[], gauges: number): Mean {
  if (gauges === 0) return { sums, count }
  return { sums: values.slice(0, gauges).map((value, index) => (sums[index] ?? 0) + value), count: count + 1 }
}

/** Counters unchanged; gauges as their mean since the last row of this level. */
function packMean(entry: Open, level: Level, values: readonly number[]): string {
  const { sums, count } = level === MINUTES ? entry.minute : entry.quarter
  if (count === 0) return entry.last.packed
  return pack(values.map((value, index) => (index < sums.length ? Math.round(sums[index]! / count) : value)))
}
