// What can be done with a snapshot in which state, and why not otherwise.
import type { Model } from '#contract/client.ts'

type Snapshot = Pick<Model<'Snapshot'>, 'state'>

/** What is being copied cannot be read yet, what is faulted never. */
export const whyNotImage = ({ state }: Snapshot): string | undefined =>
  state === 'ready' ? undefined : 'Only ready snapshots can become images'

export const whyNotSnapshotDelete = ({ state }: Snapshot): string | undefined =>
  state === 'creating' ? 'Only ready or faulted snapshots can be deleted' : undefined
