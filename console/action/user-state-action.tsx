// "Disable", "Enable" and "Delete" for a user, wherever users are listed.
import type { Model } from '#contract/client.ts'
import { apiAction, bold, deleteAction, type Action } from './action.tsx'

export type UserState = Model<'UserState'>

interface Options {
  /** Why the caller can change no user at all. */
  whyNot: string | undefined
  isSelf: boolean
  /** Undefined if not known. */
  state: UserState | undefined
  /** Shown before the user is disabled or deleted. */
  warning?: string | undefined
  isServiceAccount?: boolean
}

const OWN = 'This is your own account.'

export function userStateAction({ id, name }: { id: string; name: string }, options: Options): Action {
  const { state, whyNot, isSelf, warning, isServiceAccount = false } = options
  const enabled = state?.enabled === false
  const update = { operation: 'user_state_update', params: { path: { userId: id }, body: { enabled } } } as const
  if (enabled) return apiAction({ ...update, label: 'Enable', icon: 'enable', whyNot, done: `${name} enabled` })
  return apiAction({
    ...update,
    label: 'Disable',
    icon: 'disable',
    caution: true,
    whyNot: whyNot ?? (isSelf ? OWN : undefined),
    done: `${name} disabled`,
    ask: {
      title: isServiceAccount ? 'Disable service account' : 'Disable user',
      content: bold`Disable ${name}?`,
      consequence: (
        <>
          {isServiceAccount
            ? 'All access tokens are revoked, and none can be created. Roles are kept.'
            : 'All sessions end, all access tokens are revoked, and the user cannot sign in. Roles, SSH keys and projects are kept.'}
          {warning && <strong> {warning}</strong>}
        </>
      ),
      actionLabel: 'Disable',
      errorTitle: `Could not disable ${name}`,
    },
  })
}

/** Local users and those of an identity provider, who come back as new users if they sign in again. */
export const deleteUserAction = (user: { id: string; name: string }, { whyNot, isSelf, warning }: Options): Action =>
  deleteAction({
    kind: 'user',
    name: user.name,
    operation: 'user_delete',
    params: { path: { userId: user.id } },
    whyNot: whyNot ?? (isSelf ? OWN : undefined),
    consequence: (
      <>
        Sessions, access tokens, SSH keys and roles are deleted too. Projects are kept. Users of an identity provider
        who sign in again are new users: disable those who must stay out.
        {warning && <strong> {warning}</strong>}
      </>
    ),
  })
