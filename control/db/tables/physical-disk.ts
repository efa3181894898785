// Physical disks in sleds.
import type { Wire } from '#contract/api.ts'
import { table, text, time, uuid } from '../define.ts'

export const physical_disk = table(
  'physical_disk',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'restrict'),
    vendor: text(),
    model: text(),
    serial: text(),
    form_factor: text<Wire<'PhysicalDiskKind'>>(),
    policy_kind: text<Wire<'PhysicalDiskPolicy'>['kind']>(),
    state: text<Wire<'PhysicalDiskState'>>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['vendor', 'model', 'serial']], index: [['sled_id', 'id']] },
)
