// Whether a sled takes new instances, as a badge.
import { Badge } from '../../ui/display/badge.tsx'
import type { Sled } from './sled-queries.ts'
import { stateOf } from './sled-names.ts'

export function ProvisionBadge({ sled }: { sled: Sled }) {
  const { tone, text } = stateOf(sled)
  return (
    <Badge lamp tone={tone}>
      {text}
    </Badge>
  )
}
