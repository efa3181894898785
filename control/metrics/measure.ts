// Turns driver reports into measurements: the source in terms of the catalogue's fields, and the numbers of one row.
import type { ComponentReading } from '#drivers/hardware.ts'
import type { DiskStatistics, Histogram, MachineStatistics, NicStatistics } from '#drivers/statistics.ts'
import type { Target } from './catalogue.ts'
import {
  DISK_COUNTERS,
  DISK_FAILURES,
  LATENCY_KINDS,
  MACHINE_COUNTERS,
  NIC_COUNTERS,
  packedGauge,
  SIZE_KINDS,
  VCPU_STATES,
  type HistogramShape,
  type Part,
  type SensorShape,
  type VcpuShape,
} from './layout.ts'
import { sampleTime } from './levels.ts'

/** A row of metric_source without its id. */
export interface SourceIdentity {
  target_name: Target
  part: Part
  object_id: string
  instance_id: string | null
  project_id: string | null
  silo_id: string | null
  source_fields: Record<string, string | number>
  shape: object
}

export interface Measurement {
  source: SourceIdentity
  /** Identifies the source: equal keys mean equal fields and shape. */
  key: string
  at: number
  since: number
  values: number[]
  /** How many leading values are gauges, which are averaged when downsampled. */
  gauges: number
}

/** Instance facts from the database, which the driver does not have. */
export interface InstanceFacts {
  id: string
  project_id: string
  silo_id: string
  sled: SledFacts
  /** By disk. */
  blockSizes: ReadonlyMap<string, number>
}

export interface SledFacts {
  id: string
  rack_id: string
  serial: string
  part: string
  revision: number
  threads: number
  slot: number
}

export function measureMachine(
  statistics: MachineStatistics,
  facts: InstanceFacts,
  options: { histograms: boolean },
): Measurement[] {
  const since = statistics.start_time.getTime()
  const times = { at: sampleTime(statistics.time.getTime(), since), since, gauges: 0 }
  const owner = { project_id: facts.project_id, silo_id: facts.silo_id }
  const measured: Measurement[] = [{ ...vcpus(statistics, facts), ...times }]
  for (const disk of statistics.disks) {
    const block_size = facts.blockSizes.get(disk.disk_id)
    if (block_size === undefined) continue
    const fields = { attached_instance_id: facts.id, block_size, disk_id: disk.disk_id, ...owner }
    measured.push({ ...diskCounters(disk, fields), ...times })
    if (options.histograms) measured.push({ ...diskHistograms(disk, fields), ...times })
  }
  for (const nic of statistics.nics) {
    const fields = { instance_id: facts.id, interface_id: nic.interface_id, ...owner }
    measured.push({ ...nicCounters(nic, fields), ...times })
  }
  return measured
}

type Row = Pick<Measurement, 'source' | 'key' | 'values'>
type Fields = Record<string, string | number> & { project_id: string; silo_id: string }

function row(
  identity: { target_name: Target; part?: Part; object_id: string; instance_id: string },
  source_fields: Fields,
  shape: object,
  values: number[],
): Row {
  const { project_id, silo_id } = source_fields
  const source = { part: '' as Part, ...identity, project_id, silo_id, source_fields, shape }
  return { source, key: keyOf(source), values }
}

const keyOf = ({ target_name, part, source_fields, shape }: SourceIdentity) =>
  `${target_name} ${part} ${JSON.stringify([source_fields, shape])}`

export function machineValues({ vcpus, reset }: Pick<MachineStatistics, 'vcpus' | 'reset'>): number[] {
  // a machine whose guest panics has failed, so it is no longer measured by then: issues and alerts tell of it
  const counters = { reset, pv_panic_guest_handled: 0, pv_panic_host_handled: 0 }
  return [
    ...vcpus.flatMap((vcpu) => VCPU_STATES.map((state) => vcpu[state])),
    ...MACHINE_COUNTERS.map((name) => counters[name]),
  ]
}

export const diskValues = (disk: DiskStatistics): number[] =>
  [...DISK_COUNTERS, ...DISK_FAILURES].map((name) => disk[name])

export const histogramValues = ({ latency, size }: DiskStatistics): number[] => [
  ...LATENCY_KINDS.flatMap((kind) => numbers(latency[kind])),
  ...(size ? SIZE_KINDS.flatMap((kind) => numbers(size[kind])) : []),
]

export const nicValues = (nic: NicStatistics): number[] => NIC_COUNTERS.map((name) => nic[name])

export const sensorValues = ({ sensors, poll_errors }: ComponentReading): number[] => [
  ...sensors.map(({ value }) => packedGauge(value)),
  ...sensors.map(({ errors }) => errors),
  poll_errors,
]

function vcpus({ vcpus, reset }: MachineStatistics, { id, project_id, silo_id, sled }: InstanceFacts): Row {
  const fields = {
    instance_id: id,
    project_id,
    silo_id,
    sled_id: sled.id,
    sled_model: sled.part,
    sled_revision: sled.revision,
    sled_serial: sled.serial,
  }
  const values = machineValues({ vcpus, reset })
  const shape: VcpuShape = { vcpus: vcpus.length }
  return row({ target_name: 'virtual_machine', object_id: id, instance_id: id }, fields, shape, values)
}

const diskIdentity = (fields: Fields) => ({
  target_name: 'virtual_disk' as const,
  object_id: fields.disk_id as string,
  instance_id: fields.attached_instance_id as string,
})

const diskCounters = (disk: DiskStatistics, fields: Fields): Row =>
  row(diskIdentity(fields), fields, {}, diskValues(disk))

const numbers = ({ counts, sum }: Histogram) => [...counts, sum]

function diskHistograms(disk: DiskStatistics, fields: Fields): Row {
  const shape: HistogramShape = { latency_bins: disk.latency.read.bins, size_bins: disk.size?.read.bins }
  return row({ ...diskIdentity(fields), part: 'histogram' }, fields, shape, histogramValues(disk))
}

const nicCounters = (nic: NicStatistics, fields: Fields): Row =>
  row(
    {
      target_name: 'instance_network_interface',
      object_id: nic.interface_id,
      instance_id: fields.instance_id as string,
    },
    fields,
    {},
    nicValues(nic),
  )

export function measureComponent(reading: ComponentReading, sled: SledFacts): Measurement {
  const source_fields = {
    rack_id: sled.rack_id,
    slot: sled.slot,
    chassis_kind: 'sled',
    chassis_serial: sled.serial,
    chassis_model: sled.part,
    chassis_revision: sled.revision,
    hubris_archive_id: reading.firmware,
    // the control plane itself reads the sensors of its rack
    gateway_id: sled.rack_id,
    component_kind: reading.kind,
    component_id: reading.id,
    description: reading.description,
  }
  const shape: SensorShape = { sensors: reading.sensors.map(({ kind, sensor }) => [kind, sensor] as const) }
  const source: SourceIdentity = {
    target_name: 'hardware_component',
    part: '',
    object_id: `${sled.id}/${reading.id}`,
    instance_id: null,
    project_id: null,
    silo_id: null,
    source_fields,
    shape,
  }
  const values = sensorValues(reading)
  const times = { at: reading.time.getTime(), since: reading.start_time.getTime() }
  return { source, key: keyOf(source), ...times, values, gauges: reading.sensors.length }
}
