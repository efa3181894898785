// The switches of a rack.
import { integer, table, text, time, uuid } from '../define.ts'

export const rack_switch = table(
  'switch',
  {
    id: uuid(),
    rack_id: uuid().references('rack', 'restrict'),
    part: text(),
    serial: text(),
    revision: integer(),
    /** Which of the two switches; switch ports and loopback addresses refer to it. */
    location: text<'switch0' | 'switch1'>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['part', 'serial']], index: [['rack_id', 'location']] },
)
