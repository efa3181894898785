// Whether a sled takes new instances, as a badge.
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import type { Sled } from './sled-queries.ts'
import { stateOf } from './sled-names.ts'

export function ProvisionBadge({ sled }: { sled: Sled }) {
  // an expunged sled has no provision policy
  if (sled.policy.kind === 'expunged') return <Dash />
  const { tone, text } = stateOf(sled)
  return (
    <Badge lamp tone={tone}>
      {text}
    </Badge>
  )
}
