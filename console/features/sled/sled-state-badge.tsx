// Whether a sled takes new instances, as a badge.
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import type { Sled, SledLoad } from './sled-queries.ts'
import { provisionState } from './sled-names.ts'

interface ProvisionBadgeProps {
  sled: Sled
  /** undefined on hosts that do not report loads */
  load: Pick<SledLoad, 'timeClosed'> | undefined
}

export function ProvisionBadge({ sled, load }: ProvisionBadgeProps) {
  // an expunged sled has no provision policy
  if (sled.policy.kind === 'expunged') return <Dash />
  const { tone, text } = provisionState(sled, load)
  return (
    <Badge lamp tone={tone}>
      {text}
    </Badge>
  )
}
