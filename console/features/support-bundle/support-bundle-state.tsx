// The state of a support bundle as a badge.
import type { Model } from '#contract/client.ts'
import { supportBundleTransitional } from '#contract/support-bundle-states.ts'
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'

export type Bundle = Model<'SupportBundleInfo'>

const tones: Record<Bundle['state'], Tone> = {
  collecting: 'transition',
  active: 'success',
  failed: 'danger',
  destroying: 'transition',
}

export const isBusy = ({ state }: Bundle) => supportBundleTransitional.includes(state)

export const BundleState = ({ bundle: { state } }: { bundle: Bundle }) => (
  <StateBadge state={state} tones={tones} transitional={supportBundleTransitional} />
)
