// "Log out everywhere" for a user, wherever users are listed.
import type { Action } from './action.tsx'
import { send } from '../api.ts'

export function logOutAction({ id, name }: { id: string; name: string }, onDone?: () => unknown): Action {
  const params = { path: { userId: id } }
  return {
    label: 'Log out everywhere',
    icon: 'sign-out',
    caution: true,
    call: { operation: 'user_logout', params },
    ask: {
      title: 'Log out everywhere',
      content: (
        <>
          Log out <strong>{name}</strong>?
        </>
      ),
      consequence: 'All sessions end and all access tokens are revoked.',
      actionLabel: 'Log out everywhere',
      errorTitle: `Could not log out ${name}`,
    },
    run: () => send('user_logout', params, onDone),
    done: `${name} logged out everywhere`,
  }
}
