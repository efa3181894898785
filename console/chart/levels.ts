// Provisioned levels over a time span for a chart: the samples inside the span, and the level at its start. Both responses form one
// query, so a chart never mixes an old span with a new one.
import type { Model } from '#contract/client.ts'
import { prefetch, query, type Query } from '../api.ts'
import type { ChartData } from './chart-data.ts'
import { presetRange, type Range } from '../util/range.ts'
import { GiB, TiB } from '../util/format.ts'

type Measurement = Model<'Measurement'>

export const levelNames = ['cpus_provisioned', 'ram_provisioned', 'virtual_disk_space_provisioned'] as const
export type LevelName = (typeof levelNames)[number]

export interface Levels {
  start: Date
  end: Date
  times: number[]
  /** null from a moment at which the server was off */
  values: (number | null)[]
  /** there are more samples than requested, so the end is unknown */
  isCut: boolean
}

const MAX_POINTS = 3000

const hour = 3_600_000
export const lastHour = { value: 'hour', label: 'Last hour', ms: hour }

const FRESH = 10_000
let opening: Range | undefined

/** The initial range of charts. Stable for a while, because the loader and the page must use the same span. */
export function openingRange(now = new Date()): Range {
  if (!opening || now.getTime() - opening.end.getTime() > FRESH) opening = presetRange(lastHour, now)
  return opening
}

const numberOf = ({ datum }: Measurement) =>
  datum.type === 'missing' ? null : Number((datum as { datum?: unknown }).datum ?? 0)

/**
 * A level holds until the next sample, so it also holds at both ends of the span. Before the first sample nothing is known; without any,
 * nothing was ever provisioned.
 */
export function levelsOf(range: Range, inside: readonly Measurement[], before: Measurement | undefined): Levels {
  const { start, end } = range
  const times = inside.map(({ timestamp }) => timestamp.getTime())
  const values = inside.map(numberOf)
  if (times[0] !== start.getTime()) {
    times.unshift(start.getTime())
    values.unshift(before ? numberOf(before) : inside.length > 0 ? null : 0)
  }
  const isCut = inside.length >= MAX_POINTS
  if (!isCut) {
    times.push(end.getTime())
    values.push(values.at(-1) ?? null)
  }
  return { start, end, times, values, isCut }
}

export interface LevelUnit {
  name: string
  size: number
}

/** The storage of a small silo is a flat line at 0 TiB. */
export function storageUnit(levels: Levels | undefined): LevelUnit {
  const highest = levels?.values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0) ?? 0
  return highest < TiB ? { name: 'GiB', size: GiB } : { name: 'TiB', size: TiB }
}

export const levelChart = ({ start, end, times, values }: Levels, divisor: number): ChartData => ({
  start,
  end,
  times,
  series: [{ label: 'Provisioned', values: values.map((value) => (value === null ? null : value / divisor)) }],
})

type MetricOperation = 'silo_metric' | 'system_metric'

function levels(operation: MetricOperation, metricName: LevelName, range: Range, scope: object): Query<Levels> {
  const path = { metricName }
  const { start, end } = range
  const inside = query(operation, {
    path,
    query: { ...scope, startTime: start, endTime: end, limit: MAX_POINTS },
  })
  const before = query(operation, {
    path,
    query: {
      ...scope,
      startTime: new Date(0),
      endTime: start,
      limit: 1,
      order: 'descending',
    },
  })
  return {
    key: [operation, { levels: inside.key[1] }],
    async fetch(signal) {
      const [{ items }, earlier] = await Promise.all([inside.fetch(signal), before.fetch(signal)])
      return levelsOf(range, items, earlier.items[0])
    },
  }
}

/** Levels of the caller's silo, or of one project in it, by id. */
export const siloLevels = (name: LevelName, range: Range, project?: string) =>
  levels('silo_metric', name, range, project ? { project } : {})

/** Levels of the whole fleet, or of one silo, by id. */
export const systemLevels = (name: LevelName, range: Range, silo?: string) =>
  levels('system_metric', name, range, silo ? { silo } : {})

/** Prefetches the charts' initial range. */
export const warmSiloLevels = () => Promise.all(levelNames.map((name) => prefetch(siloLevels(name, openingRange()))))
export const warmSystemLevels = () =>
  Promise.all(levelNames.map((name) => prefetch(systemLevels(name, openingRange()))))
