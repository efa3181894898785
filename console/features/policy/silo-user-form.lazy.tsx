// Creating a local user, and setting the password of one.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { send } from '../../api.ts'
import { NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NativeSelectField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { siloRoleMeaning, withRole, type Identity } from './policy.ts'
import { roleNames, roles, type Role } from './role-badge.tsx'

interface PasswordValues {
  hasPassword: boolean
  password: string
}

const passwordOf = ({ hasPassword, password }: PasswordValues) =>
  hasPassword ? { mode: 'password' as const, value: password } : { mode: 'login_disallowed' as const }

function PasswordFields() {
  const hasPassword = useWatch<PasswordValues, 'hasPassword'>({ name: 'hasPassword' })
  return (
    <>
      <CheckboxField name="hasPassword" label="Can sign in" help="Clear to disable sign-in." />
      {hasPassword && (
        <TextField name="password" label="Password" required type="password" autoComplete="new-password" />
      )}
    </>
  )
}

interface UserValues extends PasswordValues {
  externalId: string
  role: Role | ''
}

interface UserFormProps {
  silo: string
  /** names of the silo's users */
  taken: readonly string[]
  /** chosen when the form opens */
  initialRole?: Role
  onClose: () => void
}

const roleItems = [
  { value: '', label: 'None' },
  ...roles.map((role) => ({ value: role, label: `${roleNames[role]}: ${siloRoleMeaning[role].toLowerCase()}` })),
]

/** The user exists by now, so a failure here is not one of the form. */
async function giveRole(silo: string, { id, displayName }: Model<'User'>, role: Role): Promise<void> {
  const path = { silo }
  try {
    const policy = await send('silo_policy_view', { path })
    await send('silo_policy_update', { path, body: withRole(policy, { id, type: 'silo_user' }, role) })
    toast(`User ${displayName} created as silo ${role}`)
  } catch (error) {
    toast({
      tone: 'error',
      title: `User ${displayName} created, but without a role`,
      content: error instanceof Error ? error.message : String(error),
    })
  }
}

export function SiloUserForm({ silo, taken, initialRole, onClose }: UserFormProps) {
  const whyNotRole = useWhyNotFleet('collaborator')
  return (
    <SideForm
      operation="local_idp_user_create"
      title="Create user"
      defaultValues={{ externalId: '', hasPassword: true, password: '', role: initialRole ?? '' }}
      toParams={(values: UserValues) => ({
        query: { silo },
        body: { externalId: values.externalId, password: passwordOf(values) },
      })}
      onSuccess={async (user, { role }) => {
        if (role) await giveRole(silo, user, role)
        else toast(`User ${user.displayName} created`)
        onClose()
      }}
      onClose={onClose}
    >
      <NameField name="externalId" label="Username" taken={taken} />
      <PasswordFields />
      <NativeSelectField
        name="role"
        label="Silo role"
        help="Without one, they see nothing until they get a role in the silo or in a project."
        items={roleItems}
        disabled={whyNotRole !== undefined}
      />
    </SideForm>
  )
}

export function SiloPasswordForm({ silo, user, onClose }: { silo: string; user: Identity; onClose: () => void }) {
  return (
    <SideForm
      operation="local_idp_user_set_password"
      title={`Set password for ${user.name}`}
      submitLabel="Set password"
      defaultValues={{ hasPassword: true, password: '' }}
      toParams={(values: PasswordValues) => ({
        path: { userId: user.id },
        query: { silo },
        body: passwordOf(values),
      })}
      onSuccess={() => {
        toast(`Password of ${user.name} set`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>All sessions end and all access tokens are revoked.</Message>
      <PasswordFields />
    </SideForm>
  )
}
