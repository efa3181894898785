// "Log out everywhere" for a user, wherever users are listed.
import { apiAction, bold, type Action } from './action.tsx'

export const logOutAction = ({ id, name }: { id: string; name: string }, onDone?: () => unknown): Action =>
  apiAction({
    label: 'Log out everywhere',
    icon: 'sign-out',
    caution: true,
    operation: 'user_logout',
    params: { path: { userId: id } },
    ask: {
      title: 'Log out everywhere',
      content: bold`Log out ${name}?`,
      consequence: 'All sessions end and all access tokens are revoked.',
      errorTitle: `Could not log out ${name}`,
    },
    onDone,
    done: `${name} logged out everywhere`,
  })
