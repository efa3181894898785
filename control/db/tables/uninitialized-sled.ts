// Sleds that are plugged in and not part of the rack yet. Once one has joined, its row becomes one of `sled`.
import { integer, json, table, text, time, uuid } from '../define.ts'

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
    cubby: integer(),
    usable_hardware_threads: integer(),
    usable_physical_ram: integer(),
    plugged_disks: json<PluggedDisk[]>(),
    /** The id it will have; set when an operator asked to add it. */
    sled_id: uuid().nullable(),
    time_created: time(),
  },
  { primary: ['serial', 'part'], index: [['rack_id'], ['sled_id']] },
)
