// Sleds that are plugged in but not yet part of the rack. When one joins, its row moves to `sled`.
import type { Architecture } from '#contract/architecture-names.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

interface PluggedDisk {
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2'
}

export const uninitialized_sled = table(
  'uninitialized_sled',
  {
    serial: text(),
    part: text(),
    revision: integer(),
    rack_id: uuid().references('rack', 'restrict'),
    /** By which its driver knows it. */
    hardware_id: uuid(),
    cubby: integer(),
    usable_hardware_threads: integer(),
    usable_physical_ram: integer(),
    architectures: json<Architecture[]>().nullable(),
    plugged_disks: json<PluggedDisk[]>(),
    /** The same ID, set when an operator adds it. */
    sled_id: uuid().nullable(),
    time_created: time(),
  },
  { primary: ['serial', 'part'], index: [['rack_id'], ['sled_id']] },
)
