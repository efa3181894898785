// The text of the OxQL queries that charts send.
import { SAMPLE_SECONDS } from '../../chart/units.ts'
import type { Range } from '../../util/range.ts'

export interface MetricQuery {
  /** e.g. virtual_disk:reads */
  metric: string
  range: Range
  /** fields and the values they must have */
  where: Readonly<Record<string, string>>
  /** fields and the values of which they must have one */
  anyOf?: Readonly<Record<string, readonly string[]>>
  /** series with the same value in this field are added up */
  groupBy?: string | undefined
}

/**
 * The range rounded to the times of samples. A window that begins or ends between two samples counts both partial ones as whole,
 * which lowers its mean.
 */
export const onSamples = ({ start, end }: Range): Range => ({ start: rounded(start), end: rounded(end) })

const rounded = (moment: Date) => new Date(moment.getTime() - (moment.getTime() % (SAMPLE_SECONDS * 1000)))

const POINTS_PER_CHART = 60

/** A multiple of the sampling interval: a window that begins between two samples reads low. */
export function periodSeconds({ start, end }: Range): number {
  const seconds = (end.getTime() - start.getTime()) / 1000 / POINTS_PER_CHART
  return Math.max(1, Math.ceil(seconds / SAMPLE_SECONDS)) * SAMPLE_SECONDS
}

/** UTC, without a zone. */
const oxqlTime = (ms: number) => `@${new Date(ms).toISOString().slice(0, 19)}.000`
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** The first increase that a query finds covers everything since the machine started, so it must lie before the range. */
const LEAD_PERIODS = 2

function conditions({ range, where, anyOf = {} }: MetricQuery): string[] {
  const { start, end } = onSamples(range)
  const lead = LEAD_PERIODS * periodSeconds(range) * 1000
  return [
    `timestamp >= ${oxqlTime(start.getTime() - lead)}`,
    `timestamp < ${oxqlTime(end.getTime())}`,
    ...Object.entries(where).map(([field, value]) => `${field} == ${quoted(value)}`),
    ...Object.entries(anyOf).map(
      ([field, values]) => `(${values.map((value) => `${field} == ${quoted(value)}`).join(' || ')})`,
    ),
  ]
}

const stages = (given: MetricQuery, filter: string): string[] => [
  `get ${given.metric}`,
  `filter ${filter}`,
  `align mean_within(${periodSeconds(given.range)}s)`,
  ...(given.groupBy ? [`group_by [${given.groupBy}], sum`] : []),
]

/** On one line, as it is sent and copied. */
export const oxqlText = (given: MetricQuery): string => stages(given, conditions(given).join(' && ')).join(' | ')

/** On several lines, for reading. */
export const oxqlLines = (given: MetricQuery): string =>
  stages(given, conditions(given).join('\n    && ')).join('\n  | ')
