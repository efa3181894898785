// Giving somebody a role, and changing it. One form for every policy: the caller says which call writes it.
import type { Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { ComboboxField, SelectField } from '../../form/choice-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { roles, withRole, type Holder, type Identity, type Policy, type Role } from './policy.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { toast } from '../../ui/overlay/toast.ts'

type PolicyUpdate = Extract<
  OperationId,
  'policy_update' | 'project_policy_update' | 'silo_policy_update' | 'system_policy_update'
>

interface PolicyFormProps<Op extends PolicyUpdate> {
  /** as it is now; it is written whole */
  policy: Policy
  operation: Op
  /** the call that writes a policy */
  write: (policy: Policy) => Params<Op>
  /** 'silo', as it reads in a title */
  on: 'silo' | 'project'
  /** what each role lets people do there */
  meaning: Record<Role, string>
  /** the notice when it is written */
  saved?: string
  onClose: () => void
}

interface Values {
  identity: string
  role: Role | ''
}

const names: Record<Role, string> = { admin: 'Admin', collaborator: 'Collaborator', viewer: 'Viewer' }

function RoleField({ meaning }: { meaning: Record<Role, string> }) {
  const items = roles.map((role) => ({
    value: role,
    label: names[role],
    content: (
      <span className="block py-0.5">
        {names[role]}
        <span className="block text-xs text-muted">{meaning[role]}</span>
      </span>
    ),
  }))
  return <SelectField name="role" label="Role" required items={items} placeholder="Select a role" />
}

interface AddProps<Op extends PolicyUpdate> extends PolicyFormProps<Op> {
  identities: readonly Identity[]
}

export function PolicyAddForm<Op extends PolicyUpdate>({ identities, ...props }: AddProps<Op>) {
  const { policy, operation, write, meaning, saved, onClose } = props
  const taken = new Set(policy.roleAssignments.map(({ identityId }) => identityId))
  const free = identities.filter(({ id }) => !taken.has(id))
  const identityOf = (id: string) => free.find((one) => one.id === id) ?? { id, type: 'silo_user' as const }
  const items = free.map(({ id, name, type }) => ({
    value: id,
    label: name,
    content: (
      <span className="flex items-center gap-2">
        <span className="truncate">{name}</span>
        {type === 'silo_group' && <Badge>Group</Badge>}
      </span>
    ),
  }))
  return (
    <SideForm<Op, Values>
      operation={operation}
      title="Add user or group"
      submitLabel="Assign role"
      defaultValues={{ identity: '', role: '' } as never}
      toParams={({ identity, role }) => write(withRole(policy, identityOf(identity), role || 'viewer'))}
      onSuccess={() => {
        if (saved) toast(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <ComboboxField
        name="identity"
        label="User or group"
        required
        help={free.length === 0 && 'Everybody has a role already.'}
        items={items}
        placeholder="Search or select"
      />
      <RoleField meaning={meaning} />
    </SideForm>
  )
}

interface ChangeProps<Op extends PolicyUpdate> extends PolicyFormProps<Op> {
  holder: Holder
}

export function PolicyChangeForm<Op extends PolicyUpdate>({ holder, on, ...props }: ChangeProps<Op>) {
  const { policy, operation, write, meaning, saved, onClose } = props
  return (
    <SideForm<Op, Values>
      operation={operation}
      title={`Change ${on} role for ${holder.name || holder.id}`}
      submitLabel="Update role"
      defaultValues={{ identity: holder.id, role: holder.roles[0] ?? '' } as never}
      toParams={({ role }) => write(withRole(policy, holder, role || 'viewer'))}
      onSuccess={() => {
        if (saved) toast(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <RoleField meaning={meaning} />
    </SideForm>
  )
}
