// Switches in a rack.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { Baseboard } from './sled.ts'
import { timestamp, uuid } from './values.ts'

export const Switch = z.object({
  baseboard: Baseboard,
  id: uuid,
  rack_id: uuid,
  time_created: timestamp,
  time_modified: timestamp,
})

const switches = {
  switch_list: list(Switch, byId),
  switch_view: { path: { switch_id: uuid }, status: 200, answer: Switch },
} satisfies Operations<'switch'>

// named as the noun, which is a reserved word
export { switches as switch }
