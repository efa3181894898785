// The users of the silo, with or without a role. Administrators invite, create, disable and delete them, and see their tokens and
// sessions.
import { Users } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, type Action } from '../../action/action.tsx'
import { useMe } from '../../me.ts'
import { createdColumn } from '../../table/columns.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { logOutAction } from '../../action/log-out-action.tsx'
import { deleteUserAction, userStateAction, type UserState } from '../../action/user-state-action.tsx'
import { ownPasswordPolicy } from '../password-policy/password-policy-queries.ts'
import { first1000ServiceAccounts } from '../service-account/service-account-queries.ts'
import { isOnlyAdmin, ONLY_ADMIN_CONSEQUENCE } from '../policy/only-admin-names.ts'
import { fleetPolicy } from '../policy/policy-queries.ts'
import { everyUser, everyUserState } from './user-queries.ts'
import { UserStateBadge, userStateText } from './user-state-badge.tsx'

const InvitationForm = lazyPopup(async () => (await import('../invitation/invitation-form.lazy.tsx')).InvitationForm)
const UserForm = lazyPopup(async () => (await import('../policy/silo-user-form.lazy.tsx')).SiloUserForm)
const PasswordForm = lazyPopup(async () => (await import('../policy/silo-user-form.lazy.tsx')).SiloPasswordForm)
const UserAccess = lazyPopup(async () => (await import('../access-token/user-access.lazy.tsx')).UserAccess)

const InvitationList = lazyPart(
  async () => (await import('../invitation/invitation-list.lazy.tsx')).InvitationList,
  null,
)
const PasswordPolicy = lazyPart(
  async () => (await import('../password-policy/password-policy.lazy.tsx')).PasswordPolicy,
  null,
)
const SecondFactorPolicy = lazyPart(
  async () => (await import('../second-factor/second-factor-policy.lazy.tsx')).SecondFactorPolicy,
  null,
)

type User = Model<'User'> & { type: string; state: UserState | undefined }

const nameColumn: SortedColumn<User> = {
  id: 'name',
  header: 'Name',
  text: ({ displayName }) => displayName,
  cell: ({ displayName }) => <span className="font-medium">{displayName}</span>,
}
const typeColumn: SortedColumn<User> = {
  id: 'type',
  header: 'Type',
  text: ({ type }) => type,
  cell: ({ type }) => <Badge>{type}</Badge>,
}
const stateColumn: SortedColumn<User> = {
  id: 'state',
  header: 'State',
  text: ({ state }) => userStateText(state),
  cell: ({ state }) => <UserStateBadge state={state} />,
}
const created = createdColumn<User>()
const namedOf = ({ id, displayName }: User) => ({ id, name: displayName })

export default function UserListPage() {
  const { user: me, isFleetViewer } = useMe()
  const fleet = useLoad(fleetPolicy(), { enabled: isFleetViewer, optional: true }).data
  const { items } = useData(everyUser())
  const accounts = useData(first1000ServiceAccounts())
  const [form, setForm] = useState<{ kind: 'invitation' | 'user' } | { kind: 'access' | 'password'; user: User }>()
  const close = () => setForm(undefined)
  const policy = useData(ownPasswordPolicy())
  const isLocal = policy.type === 'success' && policy.data.isLocal
  const missing = useWhyNot('user_state_update')
  // only administrators can list them, also where roles are not known
  const whyNot = accounts.type === 'success' ? undefined : (missing ?? 'Only silo admins can manage users')
  const programs = new Set(accounts.type === 'success' ? accounts.data.items.map(({ id }) => id) : [])
  const states = useData(everyUserState())
  const stateOf = new Map(states.items.map((state) => [state.id, state]))
  const rows = items
    .map((user) => ({
      ...user,
      type: programs.has(user.id) ? 'Service account' : 'User',
      state: stateOf.get(user.id),
    }))
    .toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1))
  const names = rows.map(({ displayName }) => displayName)
  const warningOf = (id: string) => (fleet && isOnlyAdmin(fleet, id) ? ONLY_ADMIN_CONSEQUENCE : undefined)
  const actions = (user: User): Action[] => {
    const named = namedOf(user)
    const isServiceAccount = programs.has(user.id)
    const change = {
      whyNot,
      isSelf: user.id === me.id,
      state: user.state,
      isServiceAccount,
      warning: warningOf(user.id),
    }
    return [
      copyIdAction(user.id),
      { label: 'View tokens and sessions', icon: 'view', whyNot, run: () => setForm({ kind: 'access', user }) },
      { ...logOutAction(named), whyNot },
      ...(isLocal && !isServiceAccount
        ? [
            {
              label: 'Set password',
              icon: 'password' as const,
              whyNot: whyNot ?? (user.id === me.id ? 'Change your own password on your profile.' : undefined),
              run: () => setForm({ kind: 'password', user }),
            },
          ]
        : []),
      ...(states.isMissing ? [] : [userStateAction(named, change)]),
      // service accounts are deleted on their own page
      ...(states.isMissing || isServiceAccount ? [] : [deleteUserAction(named, change)]),
    ]
  }
  return (
    <WholeListPage
      title="Users"
      icon={Users}
      docs="users"
      create={
        isLocal
          ? [
              { label: 'Invite people', whyNot, run: () => setForm({ kind: 'invitation' }) },
              { label: 'Create user', whyNot, run: () => setForm({ kind: 'user' }) },
            ]
          : []
      }
      label="users"
      text={({ displayName, type, state }) => `${displayName} ${type} ${state?.enabled === false ? 'disabled' : ''}`}
      columns={
        whyNot ? [nameColumn, created] : [nameColumn, typeColumn, ...(states.isMissing ? [] : [stateColumn]), created]
      }
      rows={rows}
      rowKey={({ id }) => id}
      rowLabel={({ displayName }) => displayName}
      actions={actions}
      empty="Users appear when an administrator invites or creates them, or when they first sign in with the identity provider."
    >
      {!whyNot && (
        <>
          <div className="mt-6 empty:hidden">
            <InvitationList silo={me.siloName} />
          </div>
          <div className="mt-6 max-w-[48rem] space-y-6">
            <PasswordPolicy silo={me.siloName} />
            <SecondFactorPolicy silo={me.siloName} />
          </div>
        </>
      )}
      {form?.kind === 'invitation' && <InvitationForm silo={me.siloName} taken={names} onClose={close} />}
      {form?.kind === 'user' && <UserForm silo={me.siloName} taken={names} onClose={close} />}
      {form?.kind === 'password' && <PasswordForm silo={me.siloName} user={namedOf(form.user)} onClose={close} />}
      {form?.kind === 'access' && (
        <UserAccess user={namedOf(form.user)} isServiceAccount={programs.has(form.user.id)} onClose={close} />
      )}
    </WholeListPage>
  )
}
