// Sample resolutions. Every coarser level is a subset of the finer one: counters are cumulative, so leaving out rows loses
// nothing.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const SAMPLE_EVERY_MS = 5 * SECOND

/** Samples this little late count as on time. */
const PUNCTUAL_MS = SECOND

/**
 * The time to record for a sample taken at `at`. Alignment divides by the number of samples that touch a window, so one that is a few
 * milliseconds late would touch two windows and lower the mean of both.
 */
export function sampleTime(at: number, since: number): number {
  const late = at % SAMPLE_EVERY_MS
  return late < PUNCTUAL_MS ? Math.max(since, at - late) : at
}

export interface Level {
  table: 'metric_sample' | 'metric_sample_minute' | 'metric_sample_quarter'
  everyMs: number
  keepMs: number
  /** The time span of a PostgreSQL partition. */
  partitionMs: number
}

export const RAW: Level = { table: 'metric_sample', everyMs: SAMPLE_EVERY_MS, keepMs: 6 * HOUR, partitionMs: HOUR }
export const MINUTES: Level = {
  table: 'metric_sample_minute',
  everyMs: MINUTE,
  keepMs: 3 * DAY,
  partitionMs: DAY,
}
export const QUARTERS: Level = {
  table: 'metric_sample_quarter',
  everyMs: 15 * MINUTE,
  keepMs: 60 * DAY,
  partitionMs: 7 * DAY,
}
/** Finest first. */
export const LEVELS: readonly Level[] = [RAW, MINUTES, QUARTERS]

/** Whether the tick at `at` is the first to reach a boundary of the level since the tick at `before`. */
export const crosses = ({ everyMs }: Level, before: number, at: number): boolean =>
  Math.floor(at / everyMs) > Math.floor(before / everyMs)

/** Rows are written at most this long after their boundary, unless the sampler was down. */
const LATE_MS = 15 * SECOND
/** Rows this close to the end of retention may be deleted before the query reads them. */
const MARGIN_MS = 30 * MINUTE
/** An aligned period must contain this many samples of a level to be computed from it. */
const SAMPLES_IN_PERIOD = 4

export interface Segment {
  level: Level
  /** Both inclusive. */
  from: number
  to: number
}

export interface Wanted {
  from: number
  to: number
  /** If points are aligned to this period, coarser rows are enough. */
  period: number | undefined
  now: number
}

/** The level to read for each time span: as coarse as the period allows, as fine as retention permits. Oldest first. */
export function segmentsOf({ from, to, period = 0, now }: Wanted): Segment[] {
  const settled = ({ everyMs }: Level) => Math.floor((now - LATE_MS) / everyMs) * everyMs
  const isCoarseEnough = (level: Level) => level.everyMs * SAMPLES_IN_PERIOD <= period
  const endOf = (level: Level, finer: Level) =>
    isCoarseEnough(level)
      ? settled(level)
      : Math.floor((now - finer.keepMs + MARGIN_MS) / level.everyMs) * level.everyMs
  const quartersEnd = endOf(QUARTERS, MINUTES)
  const minutesEnd = Math.max(quartersEnd, endOf(MINUTES, RAW))
  const all = [
    { level: QUARTERS, from: -Infinity, to: quartersEnd },
    { level: MINUTES, from: quartersEnd + 1, to: minutesEnd },
    { level: RAW, from: minutesEnd + 1, to: Infinity },
  ]
  return all
    .map((each) => ({ level: each.level, from: Math.max(from, each.from), to: Math.min(to, each.to) }))
    .filter((each) => each.from <= each.to)
}
