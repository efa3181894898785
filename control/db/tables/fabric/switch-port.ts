// Ports of the switches, and the settings applied to each.
import { table, text, uuid } from '../../define.ts'

export const switch_port = table(
  'switch_port',
  {
    id: uuid(),
    rack_id: uuid().references('rack', 'restrict'),
    switch_location: text<'switch0' | 'switch1'>(),
    port_name: text(),
    port_settings_id: uuid().references('switch_port_settings', 'set null').nullable(),
  },
  { primary: ['id'], unique: [['rack_id', 'switch_location', 'port_name']], index: [['port_settings_id']] },
)
