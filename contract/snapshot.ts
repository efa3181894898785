// Snapshots: a disk's contents at one moment.
import { snapshotStates } from './snapshot-states.ts'
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { ByteCount, NameOrId, identity, naming, uuid } from './values.ts'

export const SnapshotState = z.enum(snapshotStates)
export const Snapshot = z.object({
  ...identity,
  disk_id: uuid,
  project_id: uuid,
  size: ByteCount,
  state: SnapshotState,
})

export const SnapshotCreate = z.object({ ...naming, disk: NameOrId })

const at = { path: { snapshot: NameOrId }, query: inProject }

export const snapshot = {
  snapshot_list: list(Snapshot, byNameOrId, { first: { project: NameOrId } }),
  snapshot_create: { query: { project: NameOrId }, body: SnapshotCreate, status: 201, answer: Snapshot },
  snapshot_view: { ...at, status: 200, answer: Snapshot },
  snapshot_delete: { ...at, status: 204 },
} satisfies Operations<'snapshot'>
