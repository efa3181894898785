// Racks.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { timestamp, uuid } from './values.ts'

export const Rack = z.object({ id: uuid, time_created: timestamp, time_modified: timestamp })

export const rack = {
  rack_list: list(Rack, byId),
  rack_view: { path: { rack_id: uuid }, status: 200, answer: Rack },
} satisfies Operations<'rack'>
