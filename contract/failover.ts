// What happens to the instances of a sled that does not answer: its host is fenced, and only then are they started on other sleds. An
// addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { InstanceImportance } from './instance-importance.ts'
import { MAX_FAILOVER_WAIT_SECONDS, MIN_FAILOVER_WAIT_SECONDS } from './limits.ts'
import { Name, maybe, timestamp, uint32, uuid } from './values.ts'

export const FailoverSettings = z.object({
  /** Off by default. Even if it is on, only sleds whose fence was tested take part. */
  enabled: z.boolean(),
  /** How long a sled must not have answered. */
  wait_seconds: uint32
    .refine((seconds) => seconds >= MIN_FAILOVER_WAIT_SECONDS, `at least ${MIN_FAILOVER_WAIT_SECONDS} seconds`)
    .refine((seconds) => seconds <= MAX_FAILOVER_WAIT_SECONDS, `at most ${MAX_FAILOVER_WAIT_SECONDS} seconds`),
})

/**
 * `waiting`: the sled does not answer. `fencing`: a fence agent is ending it. `fenced`: it is off, and its instances start elsewhere.
 * `returned`: it takes part again, and some instances still wait for room. `ended`: nothing is left to do.
 */
export const FailoverState = z.enum(['waiting', 'fencing', 'fenced', 'returned', 'ended'])

/** `kept` is not started, because its auto-restart policy is never. `gone` was started, stopped or deleted by other means. */
export const FailoverInstanceState = z.enum(['waiting', 'restarted', 'kept', 'gone'])

export const FailoverInstance = z.object({
  instance_id: uuid,
  instance_name: Name,
  project_name: Name,
  silo_name: Name,
  importance: InstanceImportance,
  state: FailoverInstanceState,
  to_sled_id: maybe(uuid),
  /** Why it still waits. */
  reason: maybe(z.string()),
  time_restarted: maybe(timestamp),
})

/** The last failover of a sled. */
export const SledFailover = z.object({
  id: uuid,
  sled_id: uuid,
  state: FailoverState,
  /** For how long it has been seen not to answer. Jumps of the clock do not count. */
  waited_seconds: uint32,
  time_unreachable: timestamp,
  time_fencing: maybe(timestamp),
  time_fenced: maybe(timestamp),
  fenced_by: maybe(z.enum(['agent', 'person'])),
  /** When all instances that may start again had started. */
  time_restarted: maybe(timestamp),
  time_returned: maybe(timestamp),
  time_ended: maybe(timestamp),
  /** What keeps it from going on. */
  problem: maybe(z.string()),
  /** Instances that are or were to start elsewhere, in the order in which they start. */
  instances: z.array(FailoverInstance),
})

const at = { path: { sled_id: uuid } }

export const failover = {
  failover_settings_view: { status: 200, answer: FailoverSettings },
  failover_settings_update: { body: FailoverSettings, status: 200, answer: FailoverSettings },
  /** Null if the sled has had none. */
  sled_failover_view: { ...at, status: 200, answer: z.object({ failover: maybe(SledFailover) }) },
  /** Takes the word of a person that the host of the sled is off, and starts its instances elsewhere. */
  sled_confirm_off: { ...at, status: 202, answer: SledFailover },
} satisfies Operations<'failover'>
