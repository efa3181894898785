// The run state of an instance.
import { instanceTransitional, type InstanceState } from '#contract/instance-states.ts'
import { StateBadge } from '../../../table/state-badge.tsx'
import type { Tone } from '../../../ui/display/badge.tsx'

export const instanceTones: Record<InstanceState, Tone> = {
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

export const InstanceStateBadge = ({ state }: { state: InstanceState }) => (
  <StateBadge state={state} tones={instanceTones} transitional={instanceTransitional} />
)
