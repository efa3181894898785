// Physical disks in sleds.
import { table, text, time, uuid } from '../define.ts'

export const physical_disk = table(
  'physical_disk',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'restrict'),
    vendor: text(),
    model: text(),
    serial: text(),
    form_factor: text<'m2' | 'u2'>(),
    policy_kind: text<'in_service' | 'expunged'>(),
    state: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['vendor', 'model', 'serial']], index: [['sled_id', 'id']] },
)
