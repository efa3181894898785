// A sled's policy and state, as badges and in words.
import { Badge } from '../../ui/display/badge.tsx'
import type { Sled } from '../rack/rack-layout.ts'
import { stateOf } from '../rack/rack-words.ts'

export function ProvisionBadge({ sled }: { sled: Sled }) {
  const { tone, text } = stateOf(sled)
  return (
    <Badge lamp tone={tone}>
      {text}
    </Badge>
  )
}

export const kindText = ({ policy }: Sled) => (policy.kind === 'in_service' ? 'In service' : 'Expunged')
