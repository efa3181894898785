// How a source's counters are packed into a row: base-36 numbers, in an order determined by its target and shape.
import type { Target } from './catalogue.ts'

/** `histogram` is sampled less often: its rows are an order of magnitude larger. */
export type Part = '' | 'histogram'

export interface Column {
  metric: string
  fields: Readonly<Record<string, string | number>>
  /** The position of its numbers in the row. */
  position: number
  width: number
  /** A gauge is stored in thousandths. */
  isGauge: boolean
  /** For a histogram: the lower bounds of its bins. Its numbers are a count for each, then the sum. */
  bins?: readonly number[]
}

export interface VcpuShape {
  vcpus: number
}
export interface HistogramShape {
  latency_bins: readonly number[]
  /** Not every driver measures sizes. */
  size_bins?: readonly number[] | undefined
}
export interface SensorShape {
  sensors: readonly (readonly [kind: string, sensor: string])[]
}

export const VCPU_STATES = ['run', 'idle', 'waiting', 'emulation'] as const
export const MACHINE_COUNTERS = ['reset', 'pv_panic_guest_handled', 'pv_panic_host_handled'] as const
export const DISK_COUNTERS = ['bytes_read', 'bytes_written', 'reads', 'writes', 'flushes'] as const
export const DISK_FAILURES = ['failed_reads', 'failed_writes', 'failed_flushes'] as const
export const NIC_COUNTERS = [
  'bytes_sent',
  'bytes_received',
  'packets_sent',
  'packets_received',
  'packets_dropped',
  'errors_sent',
  'errors_received',
] as const
export const LATENCY_KINDS = ['read', 'write', 'flush'] as const
export const SIZE_KINDS = ['read', 'write'] as const
/** Drivers count failures without a reason. */
const FAILURE_REASON = 'io_error'
const SENSOR_ERROR = 'read_failed'
const POLL_ERROR = 'no_answer'

type Unplaced = Omit<Column, 'position' | 'width' | 'isGauge'> & { isGauge?: boolean }

export function columnsOf(target: Target, part: Part, shape: object): Column[] {
  let position = 0
  return unplaced(target, part, shape).map((column) => {
    const width = column.bins ? column.bins.length + 1 : 1
    position += width
    return { isGauge: false, ...column, width, position: position - width }
  })
}

const plain = (metric: string): Unplaced => ({ metric, fields: {} })

function unplaced(target: Target, part: Part, shape: object): Unplaced[] {
  switch (target) {
    case 'virtual_machine': {
      const ids = Array.from({ length: (shape as VcpuShape).vcpus }, (_, vcpu_id) => vcpu_id)
      const usage = ids.flatMap((vcpu_id) => VCPU_STATES.map((state) => ({ state, vcpu_id })))
      return [...usage.map((fields) => ({ metric: 'vcpu_usage', fields })), ...MACHINE_COUNTERS.map(plain)]
    }
    case 'virtual_disk': {
      if (part === 'histogram') return histograms(shape as HistogramShape)
      const failures = DISK_FAILURES.map((metric) => ({ metric, fields: { failure_reason: FAILURE_REASON } }))
      return [...DISK_COUNTERS.map(plain), ...failures]
    }
    case 'instance_network_interface':
      return NIC_COUNTERS.map(plain)
    case 'hardware_component':
      return sensors(shape as SensorShape)
    case 'collection_target':
      throw new Error('provisioned levels have a table of their own')
  }
}

const histograms = ({ latency_bins, size_bins }: HistogramShape): Unplaced[] => [
  ...LATENCY_KINDS.map((io_kind) => ({ metric: 'io_latency', fields: { io_kind }, bins: latency_bins })),
  ...(size_bins ? SIZE_KINDS.map((io_kind) => ({ metric: 'io_size', fields: { io_kind }, bins: size_bins })) : []),
]

const sensors = ({ sensors }: SensorShape): Unplaced[] => [
  ...sensors.map(([metric, sensor]) => ({ metric, fields: { sensor }, isGauge: true })),
  ...sensors.map(([sensor_kind, sensor]) => ({
    metric: 'sensor_error_count',
    fields: { sensor, sensor_kind, error: SENSOR_ERROR },
  })),
  { metric: 'poll_error_count', fields: { error: POLL_ERROR } },
]

const BASE = 36
const GAUGE_SCALE = 1000

export const pack = (values: readonly number[]): string => values.map((value) => value.toString(BASE)).join(' ')
/** Gauges can be fractions, but base 36 is exact only for integers. */
export const packedGauge = (value: number): number => Math.round(value * GAUGE_SCALE)

/** The numbers of these columns, one list for each. */
export function unpack(packed: string, columns: readonly Column[]): number[][] {
  const texts = packed.split(' ')
  return columns.map(({ position, width, isGauge }) =>
    texts.slice(position, position + width).map((text) => parseInt(text, BASE) / (isGauge ? GAUGE_SCALE : 1)),
  )
}
