// Whether a user is enabled, and what the user must do at the next sign-in.
import type { Model } from '#contract/client.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'

export const userStateText = (state: Model<'UserState'> | undefined): string =>
  state ? (state.enabled ? 'enabled' : 'disabled') : ''

export function UserStateBadge({ state }: { state: Model<'UserState'> | undefined }) {
  if (!state) return <Dash />
  return (
    <span className="flex flex-wrap gap-2">
      <Badge lamp tone={state.enabled ? 'success' : 'neutral'}>
        {userStateText(state)}
      </Badge>
      {state.mustChangePassword && (
        <Tooltip content="An administrator has set the password, which must be changed at the next sign-in.">
          <Badge tone="notice">must change password</Badge>
        </Tooltip>
      )}
      {state.mustEnrollAgain && (
        <Tooltip content="The secret key was lost, so the authenticator app no longer works.">
          <Badge tone="notice">must enroll again</Badge>
        </Tooltip>
      )}
    </span>
  )
}
