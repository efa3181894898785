// The second factor of a user, for administrators, who can reset it.
import { capitalize } from '#contract/errors.ts'
import { apiAction, bold } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { useMe } from '../../me.ts'
import { Card } from '../../ui/display/card.tsx'
import { useLoad } from '../../use-api.ts'
import { dateText } from '../../util/time-text.ts'
import { secondFactorOfUser } from './second-factor-queries.ts'

export function UserSecondFactor({ user }: { user: { id: string; name: string } }) {
  const me = useMe().user
  const { data } = useLoad(secondFactorOfUser(user.id), { optional: true })
  if (!data?.isLocal) return null
  const has = [
    ...(data.timeTotpEnrolled ? [`authenticator app, set up on ${dateText(data.timeTotpEnrolled)}`] : []),
    ...(data.passkeys > 0 ? [data.passkeys === 1 ? '1 passkey' : `${data.passkeys} passkeys`] : []),
  ]
  const lost = data.isTotpLost
    ? ' The app no longer works, because the secret key was lost: reset the second factor.'
    : ''
  const params = { path: { userId: user.id } }
  const reset = apiAction({
    label: 'Reset',
    caution: true,
    whyNot: user.id === me.id ? 'Turn off your own second factor in your settings.' : undefined,
    operation: 'user_second_factor_reset',
    params,
    ask: {
      title: 'Reset second factor',
      content: bold`Reset the second factor of ${user.name}?`,
      consequence:
        'The password alone signs in until a new second factor is set up. Passkeys and recovery codes stop working.',
    },
    done: `Second factor of ${user.name} reset`,
  })
  return (
    <Card
      title="Second factor"
      text={(has.length > 0 ? `${capitalize(has.join(', '))}.` : 'Not set up.') + lost}
      actions={has.length > 0 && <ActionButton action={reset} />}
    />
  )
}
