// The access page of the fleet, a silo or a project: everyone with a role, and the forms that assign, change and remove roles. The pages
// supply the policy, the rows and their own columns.
import { ShieldCheck } from '@lucide/icons'
import { useState, type ReactNode } from 'react'
import type { Params } from '#contract/client.ts'
import { MAX_ROLE_ASSIGNMENTS } from '#contract/limits.ts'
import { copyIdAction, type Action } from '../../action/action.tsx'
import { prefetch, send, type Query } from '../../api.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { PaletteItem } from '../../frame/palette.ts'
import type { TopicName } from '../../help/docs-topics.lazy.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import type { Undo } from '../../ui/overlay/toast.ts'
import { holdersOf, kindOf, undoPolicy, without, type Identity, type Policy, type PolicyUpdate } from './policy.ts'
import type { Role } from './role-badge.tsx'

const AddForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyAddForm)
const ChangeForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyChangeForm)

/** A policy and the call that replaces it. */
export interface PolicyTarget {
  on: 'fleet' | 'silo' | 'project'
  policy: Policy
  query: Query<Policy>
  operation: PolicyUpdate
  write: (policy: Policy) => Params<PolicyUpdate>
  /** what each role allows there */
  meaning: Record<Role, string>
}

interface AccessPageProps<Row extends Identity> {
  target: PolicyTarget
  title?: string
  docs?: TopicName
  identities: readonly Identity[]
  /** whether they are still loading */
  loading?: boolean
  rows: readonly Row[]
  /** besides name and type */
  columns: readonly SortedColumn<Row>[]
  /** why the user cannot change this policy */
  whyNot: string | undefined
  /** why this row cannot be changed here */
  whyNotRow?: (row: Row) => string | undefined
  /** what a row keeps or loses when its role is removed */
  consequence: (row: Row) => string
  rowActions?: (row: Row) => Action[]
  empty: string
  tools?: ReactNode
  palette?: readonly PaletteItem[]
  children?: ReactNode
}

const identityColumns = (loading: boolean): SortedColumn<Identity>[] => [
  {
    id: 'name',
    header: 'Name',
    text: ({ id, name }) => name || id,
    cell({ id, name }) {
      if (loading) return <Skeleton className="h-3 w-24" />
      return name ? <span className="font-medium">{name}</span> : <CopyText text={id} maxLength={36} />
    },
  },
  { id: 'type', header: 'Type', text: kindOf, cell: (identity) => <Badge>{kindOf(identity)}</Badge> },
]

const textOf = (identity: Identity, { roleAssignments }: Policy): string => {
  const { id, name } = identity
  const roles = roleAssignments.filter(({ identityId }) => identityId === id).map(({ roleName }) => roleName)
  return [name || id, kindOf(identity).toLowerCase(), ...roles].join(' ')
}

export const OWN_ROLE_CONSEQUENCE = 'This is your own role. You may not be able to restore it.'

export function AccessPage<Row extends Identity>(props: AccessPageProps<Row>) {
  const { target, identities, rows, columns, whyNot, whyNotRow, consequence, rowActions, empty, tools } = props
  const { title = 'Access', docs = 'access', loading = false } = props
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<string>()
  const holders = holdersOf(target.policy, identities)
  const changed = holders.find(({ id }) => id === changing)
  const isFull = target.policy.roleAssignments.length >= MAX_ROLE_ASSIGNMENTS
  const whyNotAdd =
    whyNot ?? (isFull ? `Limited to ${MAX_ROLE_ASSIGNMENTS} assignments. Use groups instead.` : undefined)

  const actions = (row: Row): Action[] => {
    const blocked = whyNotRow?.(row) ?? whyNot
    return [
      copyIdAction(row.id),
      ...(rowActions?.(row) ?? []),
      { label: 'Change role', icon: 'role', whyNot: blocked, run: () => setChanging(row.id) },
      { ...removeRoleAction(target, row, consequence(row)), whyNot: blocked },
    ]
  }
  return (
    <WholeListPage
      title={title}
      icon={ShieldCheck}
      docs={docs}
      create={[{ label: 'Add user or group', whyNot: whyNotAdd, run: () => setAdding(true) }]}
      tools={tools}
      palette={props.palette}
      empty={empty}
      emptyTitle="No authorized users"
      label={title.toLowerCase()}
      nouns="users and groups"
      text={(row) => textOf(row, target.policy)}
      columns={[...identityColumns(loading), ...columns]}
      rows={rows}
      rowKey={({ id }) => id}
      rowLabel={({ id, name }) => name || id}
      actions={actions}
    >
      {adding && <AddForm {...target} identities={identities} onClose={() => setAdding(false)} />}
      {changed && <ChangeForm {...target} holder={changed} onClose={() => setChanging(undefined)} />}
      {props.children}
    </WholeListPage>
  )
}

export function removeRoleAction(target: PolicyTarget, { id, name }: Identity, consequence: string): Action {
  const { policy, query, operation, write } = target
  let undo: Undo | undefined
  const who = name || id
  const roles = policy.roleAssignments.filter(({ identityId }) => identityId === id).map(({ roleName }) => roleName)
  return {
    label: 'Delete',
    icon: 'delete',
    danger: true,
    call: { operation, params: write(without(policy, id)) },
    ask: {
      title: 'Remove role',
      content: (
        <>
          Remove <strong>{who}</strong>&apos;s {roles.join(' and ')} role?
        </>
      ),
      consequence,
      actionLabel: 'Remove role',
      errorTitle: `Could not remove ${who}'s role`,
    },
    // reads the policy again: somebody else may have changed it while the dialog was open
    run: async () => {
      const before = await prefetch(query)
      undo = undoPolicy(target, before, await send(operation, write(without(before, id))))
    },
    done: 'Role removed',
    undo: () => undo,
  }
}
