// Moving a running instance to another sled, for operators. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { ByteCount, Name, NameOrId, maybe, timestamp, uuid } from './values.ts'

export const InstanceMigrate = z.object({
  /** Without it the best one is chosen. */
  sled_id: maybe(uuid),
})

/** The last move of an instance. */
export const InstanceMigration = z.object({
  id: uuid,
  instance_id: uuid,
  instance_name: Name,
  from_sled_id: uuid,
  to_sled_id: uuid,
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  /** It is being cancelled, but may still complete. */
  is_cancelled: z.boolean(),
  /** Bytes of memory; both are 0 until they are known. */
  total: ByteCount,
  remaining: ByteCount,
  /** Why it failed. */
  reason: maybe(z.string()),
  time_created: timestamp,
  time_ended: maybe(timestamp),
})

const at = { path: { instance: NameOrId }, query: inProject }

export const instanceMigration = {
  instance_migrate: { ...at, body: InstanceMigrate, status: 202, answer: InstanceMigration },
  instance_migration_view: { ...at, status: 200, answer: InstanceMigration },
  /** Does nothing if it has ended. */
  instance_migration_cancel: { ...at, status: 202, answer: InstanceMigration },
} satisfies Operations<'instance_migration'>
