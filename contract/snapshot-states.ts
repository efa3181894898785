// Which actions a snapshot allows in which state, and why not otherwise: one table for the API's errors and the console's
// tooltips. No zod: the console imports this.

export const snapshotStates = ['creating', 'ready', 'faulted', 'destroyed'] as const
export type SnapshotState = (typeof snapshotStates)[number]

export const snapshotCan = {
  delete: ['ready', 'faulted'],
  /** Use as the source of a disk or image; the API waits for a running copy. */
  copy: ['creating', 'ready'],
  create_image: ['ready'],
} as const satisfies Record<string, readonly SnapshotState[]>
export type SnapshotAction = keyof typeof snapshotCan

const verbs: Record<SnapshotAction, string> = {
  delete: 'be deleted',
  copy: 'be copied',
  create_image: 'become images',
}

export const canSnapshot = (action: SnapshotAction, state: SnapshotState): boolean =>
  (snapshotCan[action] as readonly SnapshotState[]).includes(state)

/** A sentence for the tooltip; undefined when the action is available. */
export function whyNotSnapshot(action: SnapshotAction, { state }: { state: SnapshotState }): string | undefined {
  if (canSnapshot(action, state)) return undefined
  return `Only ${snapshotCan[action].join(' or ')} snapshots can ${verbs[action]}`
}
