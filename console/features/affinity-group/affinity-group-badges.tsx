// The kind and the policy of a group.
import { Badge } from '../../ui/display/badge.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import type { Group, Kind } from './affinity-group-kind.ts'

export function KindBadge({ kind }: { kind: Kind }) {
  return (
    <Tooltip content={kind.meaning}>
      <span>
        <Badge>{kind.name}</Badge>
      </span>
    </Tooltip>
  )
}

export function PolicyBadge({ kind, policy }: { kind: Kind; policy: Group['policy'] }) {
  return (
    <Tooltip content={kind.policies[policy]}>
      <span>
        <Badge variant={policy === 'fail' ? 'solid' : 'soft'}>{policy}</Badge>
      </span>
    </Tooltip>
  )
}
