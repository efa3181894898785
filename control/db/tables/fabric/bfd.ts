// BFD sessions that operators enabled.
import { integer, table, text, time, uuid } from '../../define.ts'

export const bfd_session = table(
  'bfd_session',
  {
    id: uuid(),
    switch_location: text<'switch0' | 'switch1'>(),
    remote: text(),
    local: text().nullable(),
    detection_threshold: integer(),
    required_rx: integer(),
    mode: text<'single_hop' | 'multi_hop'>(),
    time_created: time(),
  },
  { primary: ['id'], unique: [['switch_location', 'remote']] },
)
