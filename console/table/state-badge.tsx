// The states of our things as badges: one colour for one meaning everywhere, and a spinner where the state passes by itself.
import { diskTransitional, type DiskState } from '#contract/disk-states.ts'
import { instanceTransitional, type InstanceState } from '#contract/instance-states.ts'
import { Badge, type Tone } from '../ui/display/badge.tsx'

const instanceTones: Record<InstanceState, Tone> = {
  creating: 'creating',
  starting: 'transition',
  running: 'success',
  stopping: 'transition',
  stopped: 'neutral',
  rebooting: 'transition',
  migrating: 'notice',
  repairing: 'notice',
  failed: 'danger',
  destroyed: 'neutral',
}

const diskTones: Record<DiskState, Tone> = {
  creating: 'creating',
  detached: 'neutral',
  import_ready: 'transition',
  importing_from_url: 'transition',
  importing_from_bulk_writes: 'transition',
  finalizing: 'transition',
  maintenance: 'notice',
  attaching: 'transition',
  attached: 'success',
  detaching: 'transition',
  destroyed: 'neutral',
  faulted: 'danger',
}

export type SnapshotState = 'creating' | 'ready' | 'faulted' | 'destroyed'

const snapshotTones: Record<SnapshotState, Tone> = {
  creating: 'creating',
  ready: 'success',
  faulted: 'danger',
  destroyed: 'neutral',
}

/** As people read it: 'import ready'. */
export const stateText = (state: string) => state.replaceAll('_', ' ')

export function InstanceBadge({ state }: { state: InstanceState }) {
  return (
    <Badge lamp tone={instanceTones[state]} busy={instanceTransitional.includes(state)}>
      {state}
    </Badge>
  )
}

export function DiskBadge({ state }: { state: DiskState }) {
  return (
    <Badge lamp tone={diskTones[state]} busy={diskTransitional.includes(state)}>
      {stateText(state)}
    </Badge>
  )
}

export function SnapshotBadge({ state }: { state: SnapshotState }) {
  return (
    <Badge lamp tone={snapshotTones[state]} busy={state === 'creating'}>
      {state}
    </Badge>
  )
}
