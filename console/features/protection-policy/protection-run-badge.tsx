// The result of a run of a policy.
import type { Model } from '#contract/client.ts'
import { Badge } from '../../ui/display/badge.tsx'

const tones = { running: 'transition', completed: 'success', failed: 'danger', missed: 'notice' } as const

export const ProtectionRunBadge = ({ run: { state } }: { run: Model<'ProtectionRun'> }) => (
  <Badge tone={tones[state]} lamp busy={state === 'running'}>
    {state}
  </Badge>
)
