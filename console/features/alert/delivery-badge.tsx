// The state of a delivery.
import { StateBadge } from '../../table/state-badge.tsx'
import type { Tone } from '../../ui/display/badge.tsx'

type State = 'pending' | 'delivered' | 'failed'

const tones: Record<State, Tone> = { pending: 'notice', delivered: 'success', failed: 'danger' }

export const DeliveryState = ({ state }: { state: State }) => (
  <StateBadge state={state} tones={tones} transitional={['pending']} />
)
