// Clones of instances: a new instance with copies of all disks. An addition of ours.
import { z } from 'zod'
import { byId, inProject, list, type Operations } from './define.ts'
import { Hostname, Name, NameOrId, maybe, naming, timestamp, uuid } from './values.ts'

/** What is undone, because it failed or was canceled, is removed again. */
export const InstanceCloneState = z.enum(['copying', 'undoing', 'done', 'failed'])

export const InstanceClone = z.object({
  id: uuid,
  /** Name of the new instance. */
  name: Name,
  project_id: uuid,
  /** Whoever asked for it. */
  user_id: uuid,
  /** The instance that is copied, and the name that it had. */
  source_id: uuid,
  source_name: Name,
  /** The new instance. It is creating until its disks are copied. Null once the clone has failed. */
  instance_id: maybe(uuid),
  state: InstanceCloneState,
  /** How many of the snapshots and disks are made. */
  percent: z.number().int().min(0).max(100),
  /** Why it failed. */
  problem: maybe(z.string()),
  time_created: timestamp,
  time_modified: timestamp,
})

export const InstanceCloneCreate = z.object({
  name: naming.name,
  /** Says what it is a clone of, if left out. */
  description: maybe(naming.description),
  /** The name, if left out. */
  hostname: maybe(Hostname),
  /** Whether it starts when its disks are there. */
  start: z.boolean().default(true),
})

const at = { path: { clone: uuid } }

export const instanceClone = {
  instance_clone_list: list(InstanceClone, byId, { first: { project: NameOrId } }),
  instance_clone_create: {
    path: { instance: NameOrId },
    query: inProject,
    body: InstanceCloneCreate,
    status: 202,
    answer: InstanceClone,
  },
  instance_clone_view: { ...at, status: 200, answer: InstanceClone },
  /** Cancels it, or forgets one that has ended. A finished clone is kept: delete the instance. */
  instance_clone_delete: { ...at, status: 204 },
} satisfies Operations<'instance_clone'>
