// The users of the silo, with or without a role. Administrators see their tokens and sessions and can end them.
import { Users } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, type Action } from '../../action/action.tsx'
import { useMe } from '../../me.ts'
import { createdColumn } from '../../table/columns.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { logOutAction } from '../../action/log-out-action.tsx'
import { deleteUserAction, userStateAction, type UserState } from '../../action/user-state-action.tsx'
import { first1000ServiceAccounts } from '../service-account/service-account-queries.ts'
import { isOnlyAdmin, ONLY_ADMIN_CONSEQUENCE } from '../policy/only-admin-names.ts'
import { fleetPolicy } from '../policy/policy-queries.ts'
import { everyUser, everyUserState } from './user-queries.ts'
import { UserStateBadge } from './user-state-badge.tsx'

const UserAccess = lazyPopup(async () => (await import('../access-token/user-access.lazy.tsx')).UserAccess)

const SecondFactorPolicy = lazyPart(
  async () => (await import('../second-factor/second-factor-policy.lazy.tsx')).SecondFactorPolicy,
  null,
)

type User = Model<'User'> & { type: string; state: UserState | undefined }

const nameColumn: Column<User> = {
  id: 'name',
  header: 'Name',
  cell: ({ displayName }) => <span className="font-medium">{displayName}</span>,
}
const typeColumn: Column<User> = { id: 'type', header: 'Type', cell: ({ type }) => <Badge>{type}</Badge> }
const stateColumn: Column<User> = {
  id: 'state',
  header: 'State',
  cell: ({ state }) => <UserStateBadge state={state} />,
}
const created = createdColumn<User>()

export default function UserListPage() {
  const { user: me, isFleetViewer } = useMe()
  const fleet = useLoad(fleetPolicy(), { enabled: isFleetViewer, optional: true }).data
  const { items } = useData(everyUser())
  const accounts = useData(first1000ServiceAccounts())
  const [open, setOpen] = useState<User>()
  // only administrators can list them
  const whyNot = accounts.type === 'success' ? undefined : 'Only silo admins can manage users'
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
  const warningOf = (id: string) => (fleet && isOnlyAdmin(fleet, id) ? ONLY_ADMIN_CONSEQUENCE : undefined)
  const actions = (user: User): Action[] => {
    const named = { id: user.id, name: user.displayName }
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
      { label: 'View tokens and sessions', icon: 'view', whyNot, run: () => setOpen(user) },
      { ...logOutAction(named), whyNot },
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
      label="users"
      text={({ displayName, type, state }) => `${displayName} ${type} ${state?.enabled === false ? 'disabled' : ''}`}
      columns={
        whyNot ? [nameColumn, created] : [nameColumn, typeColumn, ...(states.isMissing ? [] : [stateColumn]), created]
      }
      rows={rows}
      rowKey={({ id }) => id}
      rowLabel={({ displayName }) => displayName}
      actions={actions}
      empty="Users appear when an operator creates them or when they first sign in with the identity provider."
    >
      {!whyNot && (
        <div className="mt-6 max-w-[48rem]">
          <SecondFactorPolicy silo={me.siloName} />
        </div>
      )}
      {open && (
        <UserAccess
          user={{ id: open.id, name: open.displayName }}
          isServiceAccount={programs.has(open.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </WholeListPage>
  )
}
