// The state of a support bundle as a badge.
import type { Model } from '#contract/client.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'

export type Bundle = Model<'SupportBundleInfo'>

const tones: Record<Bundle['state'], Tone> = {
  collecting: 'transition',
  active: 'success',
  failed: 'danger',
  destroying: 'transition',
}
const transitional = ['collecting', 'destroying'] as const

export const isBusy = ({ state }: Bundle) => (transitional as readonly string[]).includes(state)

export const BundleState = ({ bundle: { state } }: { bundle: Bundle }) => (
  <StateBadge state={state} tones={tones} transitional={transitional} />
)
