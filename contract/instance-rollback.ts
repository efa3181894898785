// Instances that go back to a point in time: stopped, saved as a new point in time, their disks replaced, and started again. An addition
// of ours.
import { z } from 'zod'
import { byId, inProject, list, type Operations } from './define.ts'
import { Name, NameOrId, maybe, timestamp, uuid } from './values.ts'

/** It is copying from the moment at which the instance has stopped. What failed or was canceled is undone. */
export const InstanceRollbackState = z.enum(['stopping', 'copying', 'undoing', 'done', 'failed'])

export const InstanceRollback = z.object({
  id: uuid,
  /** Name of the instance. */
  name: Name,
  project_id: uuid,
  instance_id: uuid,
  /** Whoever asked for it. */
  user_id: uuid,
  point_id: uuid,
  /** The moment to which the instance goes back. */
  time_point: timestamp,
  state: InstanceRollbackState,
  /** How many of the snapshots and disks are made. */
  percent: z.number().int().min(0).max(100),
  /** Why it failed. */
  problem: maybe(z.string()),
  time_created: timestamp,
  time_modified: timestamp,
})

export const InstanceRollbackCreate = z.object({
  /** One of the instance. */
  point_id: uuid,
})

const at = { path: { rollback: uuid } }

export const instanceRollback = {
  instance_rollback_list: list(InstanceRollback, byId, { first: { project: NameOrId } }),
  instance_rollback_create: {
    path: { instance: NameOrId },
    query: inProject,
    body: InstanceRollbackCreate,
    status: 202,
    answer: InstanceRollback,
  },
  instance_rollback_view: { ...at, status: 200, answer: InstanceRollback },
  /** Cancels it, or forgets one that has ended. */
  instance_rollback_delete: { ...at, status: 204 },
} satisfies Operations<'instance_rollback'>
