// Whether the network of a VPC is as it should be. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { maybe, NameOrId, timestamp, uint64 } from './values.ts'

export const NetworkStatus = z.object({
  /** Rises with every change to the VPC or anything in it. */
  wanted: uint64,
  /** The generation that the network has confirmed. */
  in_force: uint64,
  is_applied: z.boolean(),
  /** How many hosts do not answer and have not confirmed it: their guests keep the rules they had. Zero until it is applied. */
  silent_hosts: uint64,
  /** When the oldest change that is not in force was made. */
  time_wanted: maybe(timestamp),
  /** Why the last attempt to apply it failed. */
  problem: maybe(z.string()),
})

export const networkStatus = {
  network_status_view: { path: { vpc: NameOrId }, query: inProject, status: 200, answer: NetworkStatus },
} satisfies Operations<'network_status'>
