// The service accounts of the silo, and the limit on the lifetime of all access tokens.
import { Bot } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { copyIdAction, deleteAction, type Action } from '../../action/action.tsx'
import { isUnknownOperation } from '../../other-host.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { ListPage } from '../../table/list-page.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { siloPolicy } from '../policy/policy-queries.ts'
import { RoleBadges, roles, type Role } from '../policy/role-badge.tsx'
import { first1000ServiceAccounts } from './service-account-queries.ts'

const TokenForm = lazyPopup(async () => (await import('../access-token/access-token-form.lazy.tsx')).AccessTokenForm)
const UserAccess = lazyPopup(async () => (await import('../access-token/user-access.lazy.tsx')).UserAccess)
const TokenLimit = lazyPart(async () => (await import('../auth-settings/token-limit.lazy.tsx')).TokenLimit, null)

interface Account extends Model<'ServiceAccount'> {
  roles: readonly Role[]
}

const page = { title: 'Service accounts', icon: Bot, docs: 'service-accounts' } as const
const columns: SortedColumn<Account>[] = [
  nameColumn<Account>(),
  {
    id: 'role',
    header: 'Silo role',
    text: ({ roles: own }: Account) => own.join(' '),
    cell: ({ roles: own }: Account) => (own.length === 0 ? <Dash /> : <RoleBadges on="silo" roles={own} />),
  },
  descriptionColumn<Account>(),
  createdColumn<Account>(),
]

export default function ServiceAccountListPage() {
  const result = useData(first1000ServiceAccounts())
  const { roleAssignments = [] } = useLoad(siloPolicy(), { enabled: result.type === 'success' }).data ?? {}
  const [open, setOpen] = useState<{ kind: 'token' | 'access'; account: Account }>()
  const close = () => setOpen(undefined)
  if (result.type !== 'success') {
    const text = isUnknownOperation(result)
      ? 'This server has no service accounts.'
      : 'Only silo admins can manage service accounts.'
    return <ListPage {...page} empty={{ title: 'No service accounts to show', text }} />
  }
  const withRoles = (account: Model<'ServiceAccount'>): Account => {
    const own = roleAssignments.filter(({ identityId }) => identityId === account.id).map(({ roleName }) => roleName)
    return { ...account, roles: roles.filter((role) => own.includes(role)) }
  }
  const actions = (account: Account): Action[] => [
    copyIdAction(account.id),
    { label: 'Create access token', icon: 'add', run: () => setOpen({ kind: 'token', account }) },
    { label: 'View access tokens', icon: 'view', run: () => setOpen({ kind: 'access', account }) },
    deleteAction({
      kind: 'service account',
      name: account.name,
      operation: 'service_account_delete',
      params: { path: { serviceAccount: account.id } },
      consequence: 'Access tokens are revoked and roles are removed.',
    }),
  ]
  return (
    <WholeListPage
      {...page}
      create={[{ label: 'Create service account', to: paths.serviceAccountsNew() }]}
      label="service accounts"
      text={({ name, description }) => `${name} ${description}`}
      columns={columns}
      rows={result.data.items.map(withRoles).toSorted((a, b) => (a.name < b.name ? -1 : 1))}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={actions}
      empty="Create one for a program such as Prometheus, Terraform or a backup job."
    >
      <div className="mt-6 max-w-[48rem]">
        <TokenLimit />
      </div>
      {open?.kind === 'token' && <TokenForm account={open.account} onClose={close} />}
      {open?.kind === 'access' && <UserAccess user={open.account} isServiceAccount onClose={close} />}
    </WholeListPage>
  )
}
