// How bad an alert is, and whether it is over.
import type { Model } from '#contract/client.ts'
import { Badge } from '../../ui/display/badge.tsx'

type Facts = Pick<Model<'Alert'>, 'severity' | 'state'>

export const AlertSeverity = ({ severity }: Pick<Facts, 'severity'>) => (
  <Badge tone={severity === 'error' ? 'danger' : 'notice'} lamp>
    {severity === 'error' ? 'Error' : 'Warning'}
  </Badge>
)

export const AlertState = ({ state }: Pick<Facts, 'state'>) => (
  <Badge tone={state === 'open' ? 'notice' : 'success'} lamp>
    {state}
  </Badge>
)
