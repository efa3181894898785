// "Sign out everywhere" for a user, wherever users are listed.
import { apiAction, bold, type Action } from './action.tsx'

export const logOutAction = ({ id, name }: { id: string; name: string }, onDone?: () => unknown): Action =>
  apiAction({
    label: 'Sign out everywhere',
    icon: 'sign-out',
    caution: true,
    operation: 'user_logout',
    params: { path: { userId: id } },
    ask: {
      title: 'Sign out everywhere',
      content: bold`Sign out ${name} everywhere?`,
      consequence: 'All sessions end and all access tokens are revoked.',
      errorTitle: `Could not sign out ${name}`,
    },
    onDone,
    done: `${name} signed out everywhere`,
  })
