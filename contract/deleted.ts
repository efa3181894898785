// What was deleted and can still be restored, or removed for good. An addition of ours: clients of the published API see that it is gone.
import { z } from 'zod'
import { TimeAndIdSortMode, list, type Operations } from './define.ts'
import { Name, NameOrId, timestamp, uuid } from './values.ts'

export const DeletedNoun = z.enum(['instance', 'disk', 'snapshot', 'image', 'vpc', 'project'])

export const Deleted = z.object({
  id: uuid,
  noun: DeletedNoun,
  /** The ID that it had, and has again when it is restored. */
  resource_id: uuid,
  name: Name,
  time_deleted: timestamp,
  /** Until when it can be restored. */
  time_final: timestamp,
})

export const DeletedRestore = z.object({
  /** Another name, for example because its own is taken. */
  name: Name.optional(),
})

/**
 * `attached_elsewhere`: it belongs to another instance by now. `deleted`: it is gone. `busy`: its state does not allow it. `name_taken`:
 * it stays deleted, because another one has its name. `address_taken`: it has another address, or none if there is none left.
 */
export const DeletedReason = z.enum(['attached_elsewhere', 'deleted', 'busy', 'name_taken', 'address_taken'])

/** Something that did not come back, or not as it was. */
export const DeletedLeftOut = z.object({
  noun: z.enum([
    ...DeletedNoun.options,
    'vpc_subnet',
    'affinity_group',
    'anti_affinity_group',
    'network_interface',
    'floating_ip',
    'ephemeral_ip',
    'ip_pool',
  ]),
  /** Null for addresses. */
  id: uuid.nullable(),
  name: z.string(),
  reason: DeletedReason,
})

export const DeletedRestored = z.object({
  noun: DeletedNoun,
  resource_id: uuid,
  name: Name,
  left_out: z.array(DeletedLeftOut),
})

const one = { path: { id: uuid } }
const selector = NameOrId.optional()

export const deleted = {
  /** Lists what a project kept, or the projects and silo images of a silo. The last deletion comes first. */
  deleted_list: list(
    Deleted,
    { sort_by: TimeAndIdSortMode.default('time_and_id_descending') },
    { query: { project: selector, silo: selector } },
  ),
  deleted_restore: { ...one, body: DeletedRestore, status: 200, answer: DeletedRestored },
  deleted_remove: { ...one, status: 204 },
} satisfies Operations<'deleted'>
