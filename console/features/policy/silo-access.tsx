// Who holds a role on the silo. Roles given here hold in every project of it.
import { MAX_ROLE_ASSIGNMENTS } from '#contract/limits.ts'
import { ShieldCheck } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { prefetch, send, useData } from '../../api.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { usePalette } from '../../frame/palette.ts'
import { holdersOf, roleIn, useIdentities, without, type Holder, type Policy, type Role } from './policy.ts'
import { RoleBadge } from './role-badge.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useMe } from '../../me.ts'
import { siloPolicy } from './policy-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/input/button.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'

const AddForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyAddForm<'policy_update'>)
const ChangeForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyChangeForm<'policy_update'>)

const meaning: Record<Role, string> = {
  admin: 'Everything in the silo, including who has access',
  collaborator: 'Create projects, and everything inside them',
  viewer: 'See everything in the silo, change nothing',
}

const write = (body: Policy) => ({ body })

const columns: Column<Holder>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) =>
      name ? <span className="font-medium">{name}</span> : <CopyText text={id} maxLength={36} />,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => <Badge>{type === 'silo_group' ? 'Group' : 'User'}</Badge>,
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ roles }) => (
      <span className="flex gap-1">
        {roles.map((role) => (
          <RoleBadge key={role} on="silo" role={role} />
        ))}
      </span>
    ),
  },
]

/** Why this person cannot change the policy. Operators may, and what else they hold cannot be read from here. */
function useWhyNot(policy: Policy): string | undefined {
  const { user, groups, isFleetViewer } = useMe()
  const isAdmin = roleIn(policy, [user.id, ...groups.map(({ id }) => id)]) === 'admin'
  return isAdmin || isFleetViewer ? undefined : 'Only administrators of the silo can change who has access'
}

export default function SiloAccessPage() {
  const policy = useData(siloPolicy())
  const identities = useIdentities()
  const me = useMe().user
  const holders = holdersOf(policy, identities)
  const whyNot = useWhyNot(policy)
  const isFull = policy.roleAssignments.length >= MAX_ROLE_ASSIGNMENTS
  const whyNotAdd =
    whyNot ?? (isFull ? `At most ${MAX_ROLE_ASSIGNMENTS} roles can be given: put people into groups` : undefined)
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Holder>()

  usePalette(whyNotAdd ? [] : [{ label: 'Add user or group', run: () => setAdding(true) }])
  useShortcut('c', 'Add user or group', () => !whyNotAdd && setAdding(true))

  const actions = (holder: Holder): Action[] => [
    copyIdAction(holder.id),
    { label: 'Change role', whyNot, run: () => setChanging(holder) },
    removeAction(holder, policy, holder.id === me.id, whyNot),
  ]
  const add = (
    <Button variant="primary" disabledReason={whyNotAdd} onClick={() => setAdding(true)}>
      Add user or group
    </Button>
  )
  const form = { policy, operation: 'policy_update', write, on: 'silo', meaning } as const
  return (
    <>
      <PageHeader
        title="Access"
        icon={<Icon icon={ShieldCheck} />}
        aside={<DocsButton topic="access" />}
        actions={holders.length > 0 && add}
      />
      {holders.length > 0 ? (
        <Table
          label="Access"
          columns={columns}
          rows={holders}
          rowKey={({ id }) => id}
          rowLabel={({ id, name }) => name || id}
          actions={(holder) => actions(holder).map(menuItem)}
        />
      ) : (
        <EmptyState
          icon={<Icon icon={ShieldCheck} />}
          title="No authorized users"
          text="A role on the silo holds in all of its projects. Give one to a user or group."
          action={add}
        />
      )}
      {adding && <AddForm {...form} identities={identities} onClose={() => setAdding(false)} />}
      {changing && <ChangeForm {...form} holder={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

function removeAction(holder: Holder, policy: Policy, isMe: boolean, whyNot: string | undefined): Action {
  const name = holder.name || holder.id
  const params = write(without(policy, holder.id))
  return {
    label: 'Delete',
    danger: true,
    whyNot,
    call: { operation: 'policy_update', params },
    ask: {
      title: 'Delete role',
      content: (
        <>
          Take the {holder.roles.join(' and ')} role from <strong>{name}</strong>?
        </>
      ),
      consequence: isMe
        ? 'This is your own role: you may not be able to take it back.'
        : 'Roles on single projects and roles by way of other groups stay.',
      actionLabel: 'Delete role',
      errorTitle: `Could not take the role from ${name}`,
    },
    // others may have changed the policy while the question stood open: what they wrote must stay
    run: async () => send('policy_update', write(without(await prefetch(siloPolicy()), holder.id))),
  }
}
