// The types of a measurement: a value, a cumulative total, a histogram.
import { z } from 'zod'
import { double, float, int16, int32, int64, int8, maybe, timestamp, uint16, uint32, uint64, uint8 } from './values.ts'

const cumulative = <S extends z.ZodType>(value: S) => z.object({ start_time: timestamp, value })

const binRange = <S extends z.ZodType>(value: S) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('range_to'), end: value }),
    z.object({ type: z.literal('range'), start: value, end: value }),
    z.object({ type: z.literal('range_from'), start: value }),
  ])

const bin = <S extends z.ZodType>(range: S) => z.object({ range, count: uint64 })

export const Quantile = z.object({
  p: double,
  marker_heights: z.array(double).length(5),
  marker_positions: z.array(uint64).length(5),
  desired_marker_positions: z.array(double).length(5),
})

const histogram = <B extends z.ZodType, V extends z.ZodType, S extends z.ZodType>(bin: B, value: V, sum: S) =>
  z.object({
    start_time: timestamp,
    bins: z.array(bin),
    n_samples: uint64,
    min: value,
    max: value,
    sum_of_samples: sum,
    squared_mean: double,
    p50: Quantile,
    p90: Quantile,
    p99: Quantile,
  })

export const Cumulativeint64 = cumulative(int64)
export const Cumulativeuint64 = cumulative(uint64)
export const Cumulativefloat = cumulative(float)
export const Cumulativedouble = cumulative(double)

export const BinRangeint8 = binRange(int8)
export const BinRangeuint8 = binRange(uint8)
export const BinRangeint16 = binRange(int16)
export const BinRangeuint16 = binRange(uint16)
export const BinRangeint32 = binRange(int32)
export const BinRangeuint32 = binRange(uint32)
export const BinRangeint64 = binRange(int64)
export const BinRangeuint64 = binRange(uint64)
export const BinRangefloat = binRange(float)
export const BinRangedouble = binRange(double)

export const Binint8 = bin(BinRangeint8)
export const Binuint8 = bin(BinRangeuint8)
export const Binint16 = bin(BinRangeint16)
export const Binuint16 = bin(BinRangeuint16)
export const Binint32 = bin(BinRangeint32)
export const Binuint32 = bin(BinRangeuint32)
export const Binint64 = bin(BinRangeint64)
export const Binuint64 = bin(BinRangeuint64)
export const Binfloat = bin(BinRangefloat)
export const Bindouble = bin(BinRangedouble)

export const Histogramint8 = histogram(Binint8, int8, int64)
export const Histogramuint8 = histogram(Binuint8, uint8, int64)
export const Histogramint16 = histogram(Binint16, int16, int64)
export const Histogramuint16 = histogram(Binuint16, uint16, int64)
export const Histogramint32 = histogram(Binint32, int32, int64)
export const Histogramuint32 = histogram(Binuint32, uint32, int64)
export const Histogramint64 = histogram(Binint64, int64, int64)
export const Histogramuint64 = histogram(Binuint64, uint64, int64)
export const Histogramfloat = histogram(Binfloat, float, double)
export const Histogramdouble = histogram(Bindouble, double, double)

// oxfmt-ignore
export const DatumType = z.enum([
  'bool', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f32', 'f64', 'string', 'bytes',
  'cumulative_i64', 'cumulative_u64', 'cumulative_f32', 'cumulative_f64',
  'histogram_i8', 'histogram_u8', 'histogram_i16', 'histogram_u16', 'histogram_i32', 'histogram_u32',
  'histogram_i64', 'histogram_u64', 'histogram_f32', 'histogram_f64',
])

export const MissingDatum = z.object({ datum_type: DatumType, start_time: maybe(timestamp) })

const variant = <T extends string, S extends z.ZodType>(type: T, datum: S) => z.object({ type: z.literal(type), datum })

export const Datum = z.discriminatedUnion('type', [
  variant('bool', z.boolean()),
  variant('i8', int8),
  variant('u8', uint8),
  variant('i16', int16),
  variant('u16', uint16),
  variant('i32', int32),
  variant('u32', uint32),
  variant('i64', int64),
  variant('u64', uint64),
  variant('f32', float),
  variant('f64', double),
  variant('string', z.string()),
  variant('bytes', z.array(uint8)),
  variant('cumulative_i64', Cumulativeint64),
  variant('cumulative_u64', Cumulativeuint64),
  variant('cumulative_f32', Cumulativefloat),
  variant('cumulative_f64', Cumulativedouble),
  variant('histogram_i8', Histogramint8),
  variant('histogram_u8', Histogramuint8),
  variant('histogram_i16', Histogramint16),
  variant('histogram_u16', Histogramuint16),
  variant('histogram_i32', Histogramint32),
  variant('histogram_u32', Histogramuint32),
  variant('histogram_i64', Histogramint64),
  variant('histogram_u64', Histogramuint64),
  variant('histogram_f32', Histogramfloat),
  variant('histogram_f64', Histogramdouble),
  variant('missing', MissingDatum),
])

export const Measurement = z.object({ datum: Datum, timestamp })
