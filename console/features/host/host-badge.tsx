// The state of a host, or of one of its checks, as a badge.
import { Badge } from '../../ui/display/badge.tsx'
import { checkStates, hostStates } from './host-names.ts'
import type { Host } from './host-queries.ts'

export function HostBadge({ state }: Pick<Host, 'state'>) {
  const { tone, text, isBusy = false } = hostStates[state]
  return (
    <Badge lamp tone={tone} busy={isBusy}>
      {text}
    </Badge>
  )
}

export function CheckBadge({ state }: Pick<Host['checks'][number], 'state'>) {
  const { tone, text } = checkStates[state]
  return (
    <Badge lamp tone={tone}>
      {text}
    </Badge>
  )
}
