// Why an instance runs where it does, and which sleds could take it, for operators. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { NameOrId, maybe, timestamp, uuid } from './values.ts'

/** What a sled must fulfil to take an instance. */
export const PlacementCondition = z.object({
  name: z.enum(['threads', 'memory', 'architecture', 'policy', 'reachable', 'anti_affinity', 'affinity', 'other_sled']),
  fits: z.boolean(),
  /** What is so, in a sentence. */
  text: z.string(),
})

export const PlacementSled = z.object({
  sled_id: uuid,
  serial: z.string(),
  fits: z.boolean(),
  conditions: z.array(PlacementCondition),
})

export const InstancePlacement = z.object({
  /** The sled it runs on. Null if it does not run. */
  sled_id: maybe(uuid),
  /** Why it was placed there. Null if it does not run, or has been running since before this was recorded. */
  reason: maybe(z.string()),
  time_placed: maybe(timestamp),
  /** Every sled in service and whether it could take the instance now: another one than its own if it runs. The best ones first. */
  sleds: z.array(PlacementSled),
  /** Why none of them could, and what would change that. Null if one could. */
  refusal: maybe(z.string()),
})

export const instancePlacement = {
  instance_placement_view: {
    path: { instance: NameOrId },
    query: inProject,
    status: 200,
    answer: InstancePlacement,
  },
} satisfies Operations<'instance_placement'>
