// The users and groups of a silo and their roles on it, and the limit of their access tokens. Users of a local silo are created here.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, deleteAction, menuItem, type Action } from '../../action/action.tsx'
import { useLoad } from '../../use-api.ts'
import { useMe, useWhyNotFleet } from '../../me.ts'
import { isNotOffered } from '../../other-host.ts'
import { FilteredTable } from '../../table/filtered-table.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { Table } from '../../ui/display/table.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { removeRoleAction, type PolicyTarget } from './access-page.tsx'
import { isOnlyAdmin, ONLY_ADMIN_CONSEQUENCE } from './only-admin-names.ts'
import { fleetPolicy } from './policy-queries.ts'
import { groupsFirst, holdersOf, siloRoleMeaning, type Holder, type Identity, type Policy } from './policy.ts'
import { RoleBadges } from './role-badge.tsx'
import { logOutAction } from '../../action/log-out-action.tsx'
import { deleteUserAction, userStateAction, type UserState } from '../../action/user-state-action.tsx'
import { first1000ServiceAccounts } from '../service-account/service-account-queries.ts'
import { everySiloGroup, everySiloUser, siloRoles } from '../silo/silo-queries.ts'
import { everyUserState } from '../user/user-queries.ts'
import { passwordPolicy } from '../password-policy/password-policy-queries.ts'
import { UserStateBadge, userStateText } from '../user/user-state-badge.tsx'
import { TabList } from '../../table/tab-list.tsx'

const InvitationForm = lazyPopup(async () => (await import('../invitation/invitation-form.lazy.tsx')).InvitationForm)
const UserForm = lazyPopup(async () => (await import('./silo-user-form.lazy.tsx')).SiloUserForm)
const PasswordForm = lazyPopup(async () => (await import('./silo-user-form.lazy.tsx')).SiloPasswordForm)
const UserAccess = lazyPopup(async () => (await import('../access-token/user-access.lazy.tsx')).UserAccess)
const TokenLimit = lazyPart(async () => (await import('../auth-settings/token-limit.lazy.tsx')).TokenLimit, null)
const InvitationList = lazyPart(
  async () => (await import('../invitation/invitation-list.lazy.tsx')).InvitationList,
  null,
)
const PasswordPolicy = lazyPart(
  async () => (await import('../password-policy/password-policy.lazy.tsx')).PasswordPolicy,
  null,
)
const RoleForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyChangeForm)

const SecondFactorPolicy = lazyPart(
  async () => (await import('../second-factor/second-factor-policy.lazy.tsx')).SecondFactorPolicy,
  null,
)

interface Member extends Holder {
  isServiceAccount: boolean
  state: UserState | undefined
}

const typeOf = ({ type, isServiceAccount }: Member) =>
  type === 'silo_group' ? 'Group' : isServiceAccount ? 'Service account' : 'User'

function whyNoPassword({ id, isServiceAccount }: Member, me: string): string | undefined {
  if (isServiceAccount) return 'Service accounts cannot sign in.'
  return id === me ? 'Change your own password on your profile.' : undefined
}

const columns: SortedColumn<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    text: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'type', header: 'Type', text: (member) => typeOf(member), cell: (member) => <Badge>{typeOf(member)}</Badge> },
  {
    id: 'role',
    header: 'Silo role',
    text: ({ roles }) => roles.join(' '),
    cell: ({ roles }) => (roles.length === 0 ? <Dash /> : <RoleBadges on="silo" roles={roles} />),
  },
]
const stateColumn: SortedColumn<Member> = {
  id: 'state',
  header: 'State',
  text: ({ state }) => userStateText(state),
  cell: ({ state }) => <UserStateBadge state={state} />,
}

/** Everyone in the silo, with or without a role on it. Only administrators can tell service accounts from other users. */
function useMembers(silo: string, isAdmin: boolean) {
  const users = useLoad(everySiloUser(silo))
  const groups = useLoad(everySiloGroup(silo))
  const policy = useLoad(siloRoles(silo))
  const accounts = useLoad(first1000ServiceAccounts(silo), { enabled: isAdmin, optional: true }).data
  const states = useLoad(everyUserState(silo), { enabled: isAdmin, optional: true }).data
  const stateOf = new Map(states?.items.map((state) => [state.id, state]))
  for (const { data, error } of [users, groups, policy]) if (!data && error) throw error
  if (!users.data || !groups.data || !policy.data) return undefined
  const identities: Identity[] = [
    ...groups.data.items.map(({ id, displayName }) => ({ id, name: displayName, type: 'silo_group' as const })),
    ...users.data.items.map(({ id, displayName }) => ({ id, name: displayName, type: 'silo_user' as const })),
  ]
  const holders = new Map(holdersOf(policy.data, identities).map((holder) => [holder.id, holder]))
  const programs = new Set(accounts?.type === 'success' ? accounts.data.items.map(({ id }) => id) : [])
  const rows: Member[] = identities
    .map((one) => ({
      ...(holders.get(one.id) ?? { ...one, roles: [] }),
      isServiceAccount: programs.has(one.id),
      state: stateOf.get(one.id),
    }))
    .toSorted(groupsFirst)
  return { policy: policy.data, rows, hasStates: isAdmin && states !== undefined && !states.isMissing }
}

export function SiloUsers({ silo: { name: silo, identityMode } }: { silo: Model<'Silo'> }) {
  const isLocal = identityMode === 'local_only'
  const whyNotRole = useWhyNotFleet('collaborator')
  const whyNotUser = useWhyNotFleet()
  const members = useMembers(silo, whyNotUser === undefined)
  const { user } = useMe()
  const fleet = useLoad(fleetPolicy(), { optional: true }).data
  const isOffered = !isNotOffered(useLoad(passwordPolicy(silo), { optional: true }).error)
  const whyNotPassword = whyNotUser ?? (isOffered ? undefined : 'This server offers it in its API only.')
  const whyNotCreate = isLocal ? whyNotPassword : 'Users appear when they first sign in with the identity provider.'
  const [form, open] = useState<
    { kind: 'user' | 'invitation' } | { kind: 'password' | 'role' | 'access'; holder: Member }
  >()
  const close = () => open(undefined)
  const shownColumns = members?.hasStates ? [...columns, stateColumn] : columns
  const userNames = (members?.rows ?? []).filter(({ type }) => type === 'silo_user').map(({ name }) => name)
  const target = members && targetOf(silo, members.policy)
  const actions = (holder: Member): Action[] => {
    const isUser = holder.type === 'silo_user'
    const remove = { path: { userId: holder.id }, query: { silo } }
    const isOnly = fleet !== undefined && isOnlyAdmin(fleet, holder.id)
    const change = {
      whyNot: whyNotUser,
      isSelf: holder.id === user.id,
      state: holder.state,
      warning: isOnly ? ONLY_ADMIN_CONSEQUENCE : undefined,
      isServiceAccount: holder.isServiceAccount,
    }
    return [
      copyIdAction(holder.id),
      { label: 'Change role', icon: 'role', whyNot: whyNotRole, run: () => open({ kind: 'role', holder }) },
      ...(target && holder.roles.length > 0
        ? [
            {
              ...removeRoleAction(target, holder, 'Project and group roles are kept.'),
              label: 'Remove role',
              icon: 'detach' as const,
              danger: false,
              caution: true,
              whyNot: whyNotRole,
            },
          ]
        : []),
      ...(isUser
        ? [
            {
              label: 'View tokens and sessions',
              icon: 'view' as const,
              whyNot: whyNotUser,
              run: () => open({ kind: 'access', holder }),
            },
            { ...logOutAction(holder), whyNot: whyNotUser },
            ...(members?.hasStates ? [userStateAction(holder, change)] : []),
            ...(members?.hasStates && !isLocal && !holder.isServiceAccount ? [deleteUserAction(holder, change)] : []),
          ]
        : []),
      ...(isUser && isLocal
        ? [
            {
              label: 'Set password',
              icon: 'password' as const,
              whyNot: whyNotPassword ?? whyNoPassword(holder, user.id),
              run: () => open({ kind: 'password', holder }),
            },
            deleteAction({
              kind: 'user',
              name: holder.name,
              operation: 'local_idp_user_delete',
              params: remove,
              whyNot: whyNotUser ?? (holder.id === user.id ? 'This is your own account.' : undefined),
              consequence: 'Sessions, access tokens, SSH keys and roles are deleted too. Projects are kept.',
            }),
          ]
        : []),
    ]
  }
  return (
    <>
      <TabList
        text={
          isLocal ? 'Users sign in with a password or a passkey.' : 'Users and groups come from the identity provider.'
        }
        add={{ label: 'Invite people', whyNot: whyNotCreate, run: () => open({ kind: 'invitation' }) }}
        more={[{ label: 'New user', whyNot: whyNotCreate, run: () => open({ kind: 'user' }) }]}
        empty={
          members !== undefined &&
          members.rows.length === 0 && {
            title: 'No users or groups',
            text: isLocal
              ? 'Invite the first user as silo admin.'
              : 'Users appear when they first sign in with the identity provider.',
          }
        }
      >
        {members ? (
          <FilteredTable
            label="users and groups"
            text={({ name, roles }) => [name, ...roles].join(' ')}
            columns={shownColumns}
            rows={members.rows}
            rowKey={({ id }) => id}
            rowLabel={({ name }) => name}
            actions={(holder) => actions(holder).map(menuItem)}
          />
        ) : (
          <Table label="Users and groups" columns={shownColumns} rows={[]} rowKey={({ id }) => id} skeletonRows={3} />
        )}
      </TabList>
      {isLocal && whyNotPassword === undefined && (
        <div className="mt-6 empty:hidden">
          <InvitationList silo={silo} />
        </div>
      )}
      <div className="mt-6 max-w-[48rem]">
        <TokenLimit silo={silo} whyNot={whyNotUser} />
      </div>
      {isLocal && (
        <div className="mt-6 max-w-[48rem] space-y-6">
          <PasswordPolicy silo={silo} whyNot={whyNotUser} />
          <SecondFactorPolicy silo={silo} whyNot={whyNotUser} />
        </div>
      )}
      {form?.kind === 'user' && <UserForm silo={silo} taken={userNames} onClose={close} />}
      {form?.kind === 'invitation' && <InvitationForm silo={silo} taken={userNames} onClose={close} />}
      {form?.kind === 'password' && <PasswordForm silo={silo} user={form.holder} onClose={close} />}
      {form?.kind === 'access' && (
        <UserAccess user={form.holder} isServiceAccount={form.holder.isServiceAccount} onClose={close} />
      )}
      {form?.kind === 'role' && target && <RoleForm {...target} holder={form.holder} onClose={close} />}
    </>
  )
}

const targetOf = (silo: string, policy: Policy): PolicyTarget => ({
  on: 'silo',
  policy,
  query: siloRoles(silo),
  operation: 'silo_policy_update',
  write: (body) => ({ path: { silo }, body }),
  meaning: siloRoleMeaning,
})
