// The configuration of simulated switches, in the driver's own format. In the database, so that every replica has the same.
import type { SwitchState } from '#drivers/simulated/fabric.ts'
import { json, table, text, uuid } from '../db/define.ts'

export const simulated_switch = table(
  'simulated_switch',
  { rack_id: uuid(), location: text(), configuration: json<SwitchState>() },
  { primary: ['rack_id', 'location'] },
)
