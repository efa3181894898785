// How hosts are fenced, and the last failover of each sled.
import type { Wire } from '#contract/api.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'

export const sled_fence = table(
  'sled_fence',
  {
    sled_id: uuid().references('sled', 'cascade'),
    agent: text(),
    /** `key=value`. */
    options: json<string[]>(),
    secret_names: json<string[]>(),
    /** The secret options, as JSON, sealed. Null if there are none. */
    secrets: text().nullable(),
    /** When the agent last said that the host is on. */
    time_tested: time().nullable(),
    test_problem: text().nullable(),
    time_modified: time(),
    /** A release of the host that may be under way: meanwhile nobody begins to fence it (reconcile/failover/fence.ts). */
    release: uuid().nullable(),
  },
  { primary: ['sled_id'] },
)

export const failover = table(
  'failover',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'cascade'),
    state: text<Wire<'FailoverState'>>(),
    /** Counts what was counted: see system/failover/failover-decision.ts. */
    waited_ms: integer(),
    time_observed: time(),
    /** Counts attempts to fence, so that the late result of an earlier one is ignored. */
    attempt: integer(),
    time_attempted: time().nullable(),
    time_unreachable: time(),
    time_fencing: time().nullable(),
    time_fenced: time().nullable(),
    fenced_by: text<'agent' | 'person'>().nullable(),
    time_restarted: time().nullable(),
    time_returned: time().nullable(),
    time_ended: time().nullable(),
    problem: text().nullable(),
    /** Since when there is a problem. */
    time_problem: time().nullable(),
  },
  { primary: ['id'], unique: [['sled_id']] },
)

/** The instances that its sled had. */
export const failover_instance = table(
  'failover_instance',
  {
    failover_id: uuid().references('failover', 'cascade'),
    instance_id: uuid().references('instance', 'cascade'),
    state: text<Wire<'FailoverInstanceState'>>(),
    /** Number of the start that was lost. */
    generation: integer(),
    to_sled_id: uuid().nullable(),
    reason: text().nullable(),
    time_restarted: time().nullable(),
  },
  { primary: ['failover_id', 'instance_id'], index: [['instance_id']] },
)
