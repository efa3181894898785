// The state of a snapshot.
import { snapshotTransitional, type SnapshotState } from '#contract/snapshot-states.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'

const tones: Record<SnapshotState, Tone> = {
  creating: 'creating',
  ready: 'success',
  faulted: 'danger',
  destroyed: 'neutral',
}

export const SnapshotStateBadge = ({ state }: { state: SnapshotState }) => (
  <StateBadge state={state} tones={tones} transitional={snapshotTransitional} />
)
