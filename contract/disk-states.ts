// What can be done with a disk in which state; see states.ts.
import { stateTable, type StateRule } from './states.ts'

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

const rules = {
  delete: {
    in: ['detached', 'faulted'],
    verb: 'be deleted',
    reasons: { attached: 'Only detached or faulted disks can be deleted. Detach it first.' },
  },
  snapshot: { in: ['attached', 'detached'], verb: 'be snapshotted' },
  download: {
    in: ['detached'],
    verb: 'be downloaded',
    reasons: { attached: 'Only detached disks can be downloaded. Take a snapshot and download that.' },
  },
  attach: { in: ['creating', 'detached'], verb: 'be attached', named: ['detached'] },
  hot_attach: { in: ['detached'], verb: 'be attached' },
  detach: { in: ['attached'], verb: 'be detached' },
  resize: { in: ['attached', 'detached'], verb: 'be resized' },
  set_as_boot_disk: { in: ['attached'], verb: 'be the boot disk' },
} satisfies Record<string, StateRule<DiskState>>
export type DiskAction = keyof typeof rules

const table = stateTable<DiskState, DiskAction>('disks', rules)

export const canDisk = table.can

export const whyNotDisk = (action: DiskAction, disk: { state: { state: DiskState } }): string | undefined =>
  table.whyNot(action, disk.state.state)
