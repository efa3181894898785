// The state of a disk, as a badge and as a column.
import type { Model } from '#contract/client.ts'
import { diskTransitional, type DiskState } from '#contract/disk-states.ts'
import type { ResourceColumn } from '../../../table/columns.tsx'
import { StateBadge, stateText } from '../../../table/state-badge.tsx'
import type { Tone } from '../../../ui/display/badge.tsx'

const tones: Record<DiskState, Tone> = {
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

export const DiskStateBadge = ({ state }: { state: DiskState }) => (
  <StateBadge state={state} tones={tones} transitional={diskTransitional} />
)

export const diskStateColumn: ResourceColumn<Model<'Disk'>> = {
  id: 'state',
  header: 'State',
  early: true,
  text: ({ state }) => stateText(state.state),
  cell: ({ state }) => <DiskStateBadge state={state.state} />,
}
