// The checklist of a new silo on the projects page: what it needs before its first instance can be used. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { InstanceState } from './instance.ts'
import { Name, maybe } from './values.ts'

/** Each step holds what completed it; null or false means it is not done. */
export const FirstSteps = z.object({
  /** The silo's default pool. */
  ip_pool: maybe(Name),
  /** Whether the network needs an external network for the pool. Simulated ones do not. */
  needs_external_network: z.boolean(),
  /** The external network that the default pool is in. */
  external_network: maybe(Name),
  /** Whether the caller has a key. */
  ssh_key: z.boolean(),
  /** The project for the following steps. */
  project: maybe(Name),
  image: maybe(Name),
  instance: maybe(z.object({ name: Name, run_state: InstanceState })),
})

export const firstSteps = {
  first_steps_view: {
    status: 200,
    answer: z.object({
      /** Null when the checklist is finished or dismissed, and for callers who do not administer the silo. */
      steps: maybe(FirstSteps),
      /** Whether it is finished and not dismissed yet. */
      is_finished: z.boolean(),
    }),
  },
  first_steps_dismiss: { status: 204 },
} satisfies Operations<'first_steps'>
