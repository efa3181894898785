// What can be done with a snapshot in which state; see states.ts.
import { stateTable, type StateRule } from './states.ts'

export const snapshotStates = ['creating', 'ready', 'faulted', 'destroyed'] as const
export type SnapshotState = (typeof snapshotStates)[number]

/** States that end without user action. */
export const snapshotTransitional: readonly SnapshotState[] = ['creating']

const rules = {
  delete: { in: ['ready', 'faulted'], verb: 'be deleted' },
  // the API waits for a copy that is being made; the console offers only finished ones
  copy: { in: ['creating', 'ready'], verb: 'be copied' },
  create_disk: { in: ['ready'], verb: 'become disks' },
  create_image: { in: ['ready'], verb: 'become images' },
  download: { in: ['ready'], verb: 'be downloaded' },
} satisfies Record<string, StateRule<SnapshotState>>
export type SnapshotAction = keyof typeof rules

const table = stateTable<SnapshotState, SnapshotAction>('snapshots', rules)

export const canSnapshot = table.can

export const whyNotSnapshot = (action: SnapshotAction, { state }: { state: SnapshotState }): string | undefined =>
  table.whyNot(action, state)
