// Creating a local user, and setting the password of one.
import { useWatch } from 'react-hook-form'
import { NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import type { Identity } from './policy.ts'

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
}

interface UserFormProps {
  silo: string
  /** names of the silo's users */
  taken: readonly string[]
  onClose: () => void
}

export function SiloUserForm({ silo, taken, onClose }: UserFormProps) {
  return (
    <SideForm
      operation="local_idp_user_create"
      title="Create user"
      defaultValues={{ externalId: '', hasPassword: true, password: '' }}
      toParams={(values: UserValues) => ({
        query: { silo },
        body: { externalId: values.externalId, password: passwordOf(values) },
      })}
      onSuccess={({ displayName }) => {
        toast(`User ${displayName} created`)
        onClose()
      }}
      onClose={onClose}
    >
      <NameField name="externalId" label="Username" taken={taken} />
      <PasswordFields />
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
