// Every timeseries: its target, metric and who can read it. Section 32 of the API's rules, as data.
import type { Wire } from '#contract/api.ts'

type FieldType = Wire<'FieldType'>
export type Target =
  | 'virtual_machine'
  | 'virtual_disk'
  | 'instance_network_interface'
  | 'collection_target'
  | 'hardware_component'

export interface Field {
  name: string
  type: FieldType
  source: 'target' | 'metric'
  description: string
}

export interface Schema {
  target: Target
  metric: string
  name: string
  description: { target: string; metric: string }
  fields: readonly Field[]
  datum_type: Wire<'DatumType'>
  units: Wire<'Units'>
  scope: 'fleet' | 'project'
}

interface Metric {
  metric: string
  description: string
  datum_type: Schema['datum_type']
  units: Schema['units']
  fields?: readonly Field[]
}

const of = (source: Field['source'], name: string, type: FieldType, description: string): Field => ({
  name,
  type,
  source,
  description,
})
const onTarget = (name: string, type: FieldType, description: string) => of('target', name, type, description)
const onMetric = (name: string, type: FieldType, description: string) => of('metric', name, type, description)

const counter = (metric: string, description: string, units: Schema['units'], fields?: readonly Field[]): Metric => ({
  metric,
  description,
  datum_type: 'cumulative_u64',
  units,
  fields,
})

const owners = [
  onTarget('project_id', 'uuid', 'The project it belongs to'),
  onTarget('silo_id', 'uuid', 'The silo it belongs to'),
]
const failureReason = [onMetric('failure_reason', 'string', 'Why the operation failed')]
const ioKind = [onMetric('io_kind', 'string', 'The kind of operation: read, write or flush')]
const sensor = onMetric('sensor', 'string', 'The name of the sensor')

const gauge = (metric: string, description: string, units: Schema['units']): Metric => ({
  metric,
  description,
  datum_type: 'f32',
  units,
  fields: [sensor],
})
const level = (metric: string, description: string, units: Schema['units']): Metric => ({
  metric,
  description,
  datum_type: 'i64',
  units,
})

interface TargetSchema {
  target: Target
  description: string
  scope: Schema['scope']
  fields: readonly Field[]
  metrics: readonly Metric[]
}

const virtualMachine: TargetSchema = {
  target: 'virtual_machine',
  description: 'Instances',
  scope: 'project',
  fields: [
    onTarget('instance_id', 'uuid', 'The instance'),
    ...owners,
    onTarget('sled_id', 'uuid', 'The sled it runs on'),
    onTarget('sled_model', 'string', 'The model of the sled'),
    onTarget('sled_revision', 'u32', 'The revision of the sled'),
    onTarget('sled_serial', 'string', 'The serial number of the sled'),
  ],
  metrics: [
    counter('vcpu_usage', 'vCPU time by state', 'nanoseconds', [
      onMetric('state', 'string', 'The state of the vCPU: run, idle, waiting or emulation'),
      onMetric('vcpu_id', 'u32', 'The number of the vCPU'),
    ]),
    counter('reset', 'Resets', 'count'),
    counter('pv_panic_guest_handled', 'Panics that the guest handled itself', 'count'),
    counter('pv_panic_host_handled', 'Panics that the guest left to the host', 'count'),
  ],
}

const virtualDisk: TargetSchema = {
  target: 'virtual_disk',
  description: 'Disks',
  scope: 'project',
  fields: [
    onTarget('attached_instance_id', 'uuid', 'The instance it is attached to'),
    onTarget('block_size', 'u32', 'The size of a block, in bytes'),
    onTarget('disk_id', 'uuid', 'The disk'),
    ...owners,
  ],
  metrics: [
    counter('bytes_read', 'Bytes read from the disk', 'bytes'),
    counter('bytes_written', 'Bytes written to the disk', 'bytes'),
    counter('reads', 'Completed reads', 'count'),
    counter('writes', 'Completed writes', 'count'),
    counter('flushes', 'Completed flushes', 'count'),
    counter('failed_reads', 'Reads that failed', 'count', failureReason),
    counter('failed_writes', 'Writes that failed', 'count', failureReason),
    counter('failed_flushes', 'Flushes that failed', 'count', failureReason),
    {
      metric: 'io_latency',
      description: 'Latency',
      datum_type: 'histogram_u64',
      units: 'nanoseconds',
      fields: ioKind,
    },
    {
      metric: 'io_size',
      description: 'I/O size',
      datum_type: 'histogram_u64',
      units: 'bytes',
      fields: ioKind,
    },
  ],
}

const networkInterface: TargetSchema = {
  target: 'instance_network_interface',
  description: 'Network interfaces',
  scope: 'project',
  fields: [
    onTarget('instance_id', 'uuid', 'The instance'),
    onTarget('interface_id', 'uuid', 'The network interface'),
    ...owners,
  ],
  metrics: [
    counter('bytes_sent', 'Bytes sent', 'bytes'),
    counter('bytes_received', 'Bytes received', 'bytes'),
    counter('packets_sent', 'Packets sent', 'count'),
    counter('packets_received', 'Packets received', 'count'),
    counter('packets_dropped', 'Packets dropped', 'count'),
    counter('errors_sent', 'Errors while sending', 'count'),
    counter('errors_received', 'Errors while receiving', 'count'),
  ],
}

const collectionTarget: TargetSchema = {
  target: 'collection_target',
  description: 'Provisioned resources',
  scope: 'fleet',
  fields: [onTarget('id', 'uuid', 'The project, the silo or the fleet')],
  metrics: [
    level('virtual_disk_space_provisioned', 'Provisioned disk space', 'bytes'),
    level('cpus_provisioned', 'Provisioned vCPUs', 'count'),
    level('ram_provisioned', 'Provisioned memory', 'bytes'),
  ],
}

const hardwareComponent: TargetSchema = {
  target: 'hardware_component',
  description: 'Hardware sensors',
  scope: 'fleet',
  fields: [
    onTarget('rack_id', 'uuid', 'The rack'),
    onTarget('slot', 'u32', 'The slot in the rack'),
    onTarget('chassis_kind', 'string', 'What the component is part of: sled, switch or power'),
    onTarget('chassis_serial', 'string', 'The serial number of the chassis'),
    onTarget('chassis_model', 'string', 'The model of the chassis'),
    onTarget('chassis_revision', 'u32', 'The revision of the chassis'),
    onTarget('hubris_archive_id', 'string', 'The firmware of the service processor'),
    onTarget('gateway_id', 'uuid', 'The service that read the sensors'),
    onTarget('component_kind', 'string', 'The kind of component'),
    onTarget('component_id', 'string', 'The name of the component'),
    onTarget('description', 'string', 'What the component is'),
  ],
  metrics: [
    gauge('temperature', 'Temperature', 'degrees_celsius'),
    gauge('current', 'Output current', 'amps'),
    gauge('voltage', 'Output voltage', 'volts'),
    gauge('power', 'Power', 'watts'),
    gauge('input_current', 'Input current', 'amps'),
    gauge('input_voltage', 'Input voltage', 'volts'),
    gauge('fan_speed', 'Fan speed', 'rpm'),
    gauge('amd_cpu_tctl', 'Control temperature of the CPU, relative to its limits', 'none'),
    counter('sensor_error_count', 'Readings of a sensor that failed', 'count', [
      sensor,
      onMetric('error', 'string', 'What failed'),
      onMetric('sensor_kind', 'string', 'What the sensor measures'),
    ]),
    counter('poll_error_count', 'Attempts to read the component that failed', 'count', [
      onMetric('error', 'string', 'What failed'),
    ]),
  ],
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

export const schemas: readonly Schema[] = [
  virtualMachine,
  virtualDisk,
  networkInterface,
  collectionTarget,
  hardwareComponent,
]
  .flatMap(({ target, description, scope, fields, metrics }) =>
    metrics.map((each): Schema => ({
      target,
      metric: each.metric,
      name: `${target}:${each.metric}`,
      description: { target: description, metric: each.description },
      fields: [...fields, ...(each.fields ?? [])].sort(byName),
      datum_type: each.datum_type,
      units: each.units,
      scope,
    })),
  )
  .sort(byName)

const known = new Map(schemas.map((schema) => [schema.name, schema]))
export const findSchema = (name: string): Schema | undefined => known.get(name)

const fieldSets: ReadonlyMap<Target, readonly Field[]> = new Map(
  [virtualMachine, virtualDisk, networkInterface, collectionTarget, hardwareComponent].map((each) => [
    each.target,
    each.fields,
  ]),
)
export const targetFields = (target: Target): readonly Field[] => fieldSets.get(target)!
