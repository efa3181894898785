// Which actions a disk allows in which state, and why not otherwise: one table for the API's errors and the console's tooltips.
// No zod: the console imports this.

export const diskStates = [
  'creating',
  'detached',
  'import_ready',
  'importing_from_url',
  'importing_from_bulk_writes',
  'finalizing',
  'maintenance',
  'attaching',
  'attached',
  'detaching',
  'destroyed',
  'faulted',
] as const
export type DiskState = (typeof diskStates)[number]

/** States that end without user action. */
export const diskTransitional: readonly DiskState[] = [
  'creating',
  'finalizing',
  'maintenance',
  'attaching',
  'detaching',
]

export const diskCan = {
  delete: ['detached', 'faulted'],
  snapshot: ['attached', 'detached'],
  attach: ['creating', 'detached'],
  detach: ['attached'],
  set_as_boot_disk: ['attached'],
} as const satisfies Record<string, readonly DiskState[]>
export type DiskAction = keyof typeof diskCan

const verbs: Record<DiskAction, string> = {
  delete: 'be deleted',
  snapshot: 'be snapshotted',
  attach: 'be attached',
  detach: 'be detached',
  set_as_boot_disk: 'be the boot disk',
}

/** The states a tooltip names; the others are brief. */
const worthNaming: Partial<Record<DiskAction, readonly DiskState[]>> = { attach: ['detached'] }

export const canDisk = (action: DiskAction, state: DiskState): boolean =>
  (diskCan[action] as readonly DiskState[]).includes(state)

/** A sentence for the tooltip; undefined when the action is available. */
export function whyNotDisk(action: DiskAction, disk: { state: { state: DiskState } }): string | undefined {
  if (canDisk(action, disk.state.state)) return undefined
  return `Only ${(worthNaming[action] ?? diskCan[action]).join(' or ')} disks can ${verbs[action]}`
}
