// Assigning and changing a role, in any policy: the caller says which call writes it.
import { useWatch } from 'react-hook-form'
import type { Params } from '#contract/client.ts'
import type { Query } from '../../api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { isOnlyAdmin, ONLY_ADMIN_CONSEQUENCE } from './only-admin-names.ts'
import { undoPolicy, withRole, type Holder, type Identity, type Policy, type PolicyUpdate } from './policy.ts'
import { roleNames, roles, type Role } from './role-badge.tsx'
import { useMe } from '../../me.ts'
import { first1000OwnGroups } from '../../me-queries.ts'
import { useLoad } from '../../use-api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Message } from '../../ui/display/message.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface PolicyFormProps {
  policy: Policy
  query: Query<Policy>
  operation: PolicyUpdate
  /** parameters of the call that replaces the policy */
  write: (policy: Policy) => Params<PolicyUpdate>
  on: 'fleet' | 'silo' | 'project'
  /** what each role allows there */
  meaning: Record<Role, string>
  onClose: () => void
}

interface Values {
  identity: string
  role: Role | ''
}

function RoleField({ meaning }: { meaning: Record<Role, string> }) {
  const items = roles.map((role) => ({
    value: role,
    label: roleNames[role],
    content: (
      <span className="block py-0.5">
        {roleNames[role]}
        <span className="block text-xs text-muted">{meaning[role]}</span>
      </span>
    ),
  }))
  return <ComboboxField name="role" label="Role" required items={items} placeholder="Select a role" />
}

interface AddProps extends PolicyFormProps {
  identities: readonly Identity[]
}

export function PolicyAddForm({ identities, ...props }: AddProps) {
  const { policy, operation, write, meaning, onClose } = props
  const taken = new Set(policy.roleAssignments.map(({ identityId }) => identityId))
  const free = identities.filter(({ id }) => !taken.has(id))
  const identityOf = (id: string) => free.find((one) => one.id === id) ?? { id, type: 'silo_user' as const }
  const items = free.map(({ id, name, type, isServiceAccount, label = name }) => ({
    value: id,
    label,
    content: (
      <span className="flex items-center gap-2">
        <span className="truncate">{label}</span>
        {type === 'silo_group' && <Badge>Group</Badge>}
        {isServiceAccount && <Badge>Service account</Badge>}
      </span>
    ),
  }))
  return (
    <SideForm<PolicyUpdate, Values>
      operation={operation}
      title="Add user or group"
      submitLabel="Assign role"
      whyNot={free.length === 0 ? 'Everyone already has a role.' : undefined}
      defaultValues={{ identity: '', role: '' }}
      toParams={({ identity, role }) => write(withRole(policy, identityOf(identity), role || 'viewer'))}
      onSuccess={(saved) => {
        toast({ content: 'Role assigned', undo: undoPolicy(props, policy, saved) })
        onClose()
      }}
      onClose={onClose}
    >
      <ComboboxField name="identity" label="User or group" required items={items} placeholder="Search or select" />
      <RoleField meaning={meaning} />
    </SideForm>
  )
}

interface ChangeProps extends PolicyFormProps {
  holder: Holder
}

export function PolicyChangeForm({ holder, on, ...props }: ChangeProps) {
  const { policy, operation, write, meaning, onClose } = props
  const { user } = useMe()
  return (
    <SideForm<PolicyUpdate, Values>
      operation={operation}
      ask={holder.id === user.id ? askAboutOwnRole : undefined}
      title={`Change ${on} role for ${holder.name || holder.id}`}
      submitLabel="Update role"
      defaultValues={{ identity: holder.id, role: holder.roles[0] ?? '' }}
      toParams={({ role }) => write(withRole(policy, holder, role || 'viewer'))}
      onSuccess={(saved) => {
        toast({ content: 'Role updated', undo: undoPolicy(props, policy, saved) })
        onClose()
      }}
      onClose={onClose}
    >
      <RoleField meaning={meaning} />
      <LockoutWarning holder={holder} isOnlyAdmin={on === 'fleet' && isOnlyAdmin(policy, holder.id)} />
    </SideForm>
  )
}

const askAboutOwnRole = () =>
  new Promise<boolean>((resolve) =>
    confirm({
      title: 'Change your own role?',
      content: 'You may not be able to change it back.',
      actionLabel: 'Change role',
      tone: 'danger',
      width: 'narrow',
      run: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  )

interface WarningProps {
  holder: Holder
  isOnlyAdmin: boolean
}

/** Nobody should lock themselves or everyone out unknowingly. */
function LockoutWarning({ holder: { id, roles: held }, isOnlyAdmin: isLast }: WarningProps) {
  const { user } = useMe()
  const groups = useLoad(first1000OwnGroups()).data?.items ?? []
  const chosen = useWatch<Values, 'role'>({ name: 'role' })
  const isMine = id === user.id || groups.some((group) => group.id === id)
  const isLower = chosen !== '' && held[0] !== undefined && roles.indexOf(chosen) > roles.indexOf(held[0])
  return (
    <output className="block">
      {isLower && isLast && (
        <Message tone="notice" title="The only fleet admin">
          {ONLY_ADMIN_CONSEQUENCE}
        </Message>
      )}
      {isLower && isMine && !isLast && (
        <Message tone="notice" title={id === user.id ? 'This is your own role' : 'You are in this group'}>
          You may not be able to change it back.
        </Message>
      )}
    </output>
  )
}
