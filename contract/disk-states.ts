// What may be done to a disk in which state, and why not otherwise: one table for the API's refusal and the button's tooltip.
// No zod here: the console imports this.

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

/** On its way to another state by itself. */
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

/** What a person would wait for: the other states pass by themselves. */
const worthNaming: Partial<Record<DiskAction, readonly DiskState[]>> = { attach: ['detached'] }

/** Undefined when the action is open, else a sentence for the person. */
export function whyNotDisk(action: DiskAction, disk: { state: { state: DiskState } }): string | undefined {
  const open: readonly DiskState[] = diskCan[action]
  if (open.includes(disk.state.state)) return undefined
  return `Only ${(worthNaming[action] ?? open).join(' or ')} disks can ${verbs[action]}`
}
