// Timeseries queries.
import { z } from 'zod'
import { DatumType, Quantile } from './datum.ts'
import { list, unsorted, type Operations } from './define.ts'
import {
  NameOrId,
  description,
  double,
  int16,
  int32,
  int64,
  int8,
  ip,
  maybe,
  setOf,
  timestamp,
  uint16,
  uint32,
  uint64,
  uint8,
  uuid,
} from './values.ts'

/** Versions count from one. */
const generation = uint8
  .refine((version) => version >= 1)
  .meta({ publish: { type: 'integer', format: 'uint8', minimum: 1 } })

export const AuthzScope = z.enum(['fleet', 'silo', 'project', 'viewable_to_all'])

const distribution = <S extends z.ZodType>(value: S) =>
  z.object({
    bins: z.array(value),
    counts: z.array(uint64),
    min: maybe(value),
    max: maybe(value),
    sum_of_samples: value,
    squared_mean: double,
    p50: maybe(Quantile),
    p90: maybe(Quantile),
    p99: maybe(Quantile),
  })
export const Distributionint64 = distribution(int64)
export const Distributiondouble = distribution(double)

export const FieldSource = z.enum(['target', 'metric'])
export const FieldType = z.enum([
  'string',
  'i8',
  'u8',
  'i16',
  'u16',
  'i32',
  'u32',
  'i64',
  'u64',
  'ip_addr',
  'uuid',
  'bool',
])

export const FieldSchema = z.object({
  description,
  field_type: FieldType,
  name: z.string(),
  source: FieldSource,
})

export const FieldValue = z.discriminatedUnion('type', [
  z.object({ type: z.literal('string'), value: z.string() }),
  z.object({ type: z.literal('i8'), value: int8 }),
  z.object({ type: z.literal('u8'), value: uint8 }),
  z.object({ type: z.literal('i16'), value: int16 }),
  z.object({ type: z.literal('u16'), value: uint16 }),
  z.object({ type: z.literal('i32'), value: int32 }),
  z.object({ type: z.literal('u32'), value: uint32 }),
  z.object({ type: z.literal('i64'), value: int64 }),
  z.object({ type: z.literal('u64'), value: uint64 }),
  z.object({ type: z.literal('ip_addr'), value: ip }),
  z.object({ type: z.literal('uuid'), value: uuid }),
  z.object({ type: z.literal('bool'), value: z.boolean() }),
])

export const MetricType = z.enum(['gauge', 'delta', 'cumulative'])
export const ValueArray = z.discriminatedUnion('type', [
  z.object({ type: z.literal('integer'), values: z.array(int64.nullable()) }),
  z.object({ type: z.literal('double'), values: z.array(double.nullable()) }),
  z.object({ type: z.literal('boolean'), values: z.array(z.boolean().nullable()) }),
  z.object({ type: z.literal('string'), values: z.array(z.string().nullable()) }),
  z.object({ type: z.literal('integer_distribution'), values: z.array(Distributionint64.nullable()) }),
  z.object({ type: z.literal('double_distribution'), values: z.array(Distributiondouble.nullable()) }),
])

export const Values = z.object({ metric_type: MetricType, values: ValueArray })
export const Points = z.object({
  start_times: maybe(z.array(timestamp)),
  timestamps: z.array(timestamp),
  values: z.array(Values),
})

export const Timeseries = z.object({ fields: z.record(z.string(), FieldValue), points: Points })
export const Table = z.object({ name: z.string(), timeseries: z.record(z.string(), Timeseries) })
export const OxqlQueryResult = z.object({ tables: z.array(Table) })
export const TimeseriesDescription = z.object({ metric: z.string(), target: z.string() })
export const TimeseriesName = z
  .string()
  .regex(/^(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*):(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*)$/)

export const TimeseriesQuery = z.object({ query: z.string() })
export const Units = z.enum([
  'count',
  'bytes',
  'seconds',
  'nanoseconds',
  'volts',
  'amps',
  'watts',
  'degrees_celsius',
  'none',
  'rpm',
])

export const TimeseriesSchema = z.object({
  authz_scope: AuthzScope,
  created: timestamp,
  datum_type: DatumType,
  description: TimeseriesDescription,
  field_schema: setOf(FieldSchema),
  timeseries_name: TimeseriesName,
  units: Units,
  version: generation,
})

export const timeseries = {
  timeseries_query: { query: { project: NameOrId }, body: TimeseriesQuery, status: 200, answer: OxqlQueryResult },
  system_timeseries_query: { body: TimeseriesQuery, status: 200, answer: OxqlQueryResult },
  system_timeseries_schema_list: list(TimeseriesSchema, unsorted),
} satisfies Operations<'timeseries'>
