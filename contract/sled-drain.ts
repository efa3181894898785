// Emptying a sled for maintenance: its running instances move to others, a few at a time. An addition of ours.
import { z } from 'zod'
import { unsorted, list, type Operations } from './define.ts'
import { ByteCount, Name, int64, maybe, timestamp, uuid } from './values.ts'

const instance = { instance_id: uuid, instance_name: Name, project_name: Name, silo_name: Name }

export const SledDrainPlan = z.object({
  sled_id: uuid,
  /** Planned moves, as far as they can be told now, the largest first, which is their order. */
  instances: z.array(
    z.object({
      ...instance,
      ncpus: int64,
      memory: ByteCount,
      /** Null if it cannot go anywhere. */
      to_sled_id: maybe(uuid),
      /** Why it goes there, or why it cannot. */
      reason: z.string(),
    }),
  ),
})

export const SledDrainInstance = z.object({
  ...instance,
  /** `left` stays, for the reason given. `gone` has stopped or moved by other means. */
  state: z.enum(['waiting', 'moving', 'moved', 'gone', 'left']),
  to_sled_id: maybe(uuid),
  reason: maybe(z.string()),
  /** Bytes of memory while it moves. */
  total: ByteCount,
  remaining: ByteCount,
})

export const SledDrain = z.object({
  id: uuid,
  sled_id: uuid,
  serial: z.string(),
  /** `completed` once each instance has been dealt with, also if some stay. */
  state: z.enum(['running', 'completed', 'stopped']),
  time_started: timestamp,
  time_ended: maybe(timestamp),
  instances: z.array(SledDrainInstance),
})

const at = { path: { sled_id: uuid } }

export const sledDrain = {
  /** The last drain of each sled that was ever drained. */
  sled_drain_list: list(SledDrain, unsorted),
  sled_drain_plan_view: { ...at, status: 200, answer: SledDrainPlan },
  sled_drain_view: { ...at, status: 200, answer: SledDrain },
  sled_drain_start: { ...at, status: 202, answer: SledDrain },
  /** Moves that are under way go on. */
  sled_drain_stop: { ...at, status: 202, answer: SledDrain },
} satisfies Operations<'sled_drain'>
