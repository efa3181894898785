// The state of a snapshot.
import type { Model } from '#contract/client.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'

type SnapshotState = Model<'Snapshot'>['state']

const tones: Record<SnapshotState, Tone> = {
  creating: 'creating',
  ready: 'success',
  faulted: 'danger',
  destroyed: 'neutral',
}

export const SnapshotStateBadge = ({ state }: { state: SnapshotState }) => (
  <StateBadge state={state} tones={tones} transitional={['creating']} />
)
