// Creating a local user with a password, and setting the password of one. An invitation needs neither.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NativeSelectField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { copyText } from '../../util/clipboard.ts'
import { randomPassword } from '../../util/random-password.ts'
import { minLengthOf, passwordPolicy } from '../password-policy/password-policy-queries.ts'
import { siloRoleItems } from './silo-role-names.ts'
import type { Role } from './role-badge.tsx'

interface PasswordValues {
  password: string
  mustChange: boolean
}

const newPassword: PasswordValues = { password: '', mustChange: true }

function PasswordFields({ silo }: { silo: string }) {
  const minimum = minLengthOf(useLoad(passwordPolicy(silo), { optional: true }).data)
  const { setValue } = useFormContext<PasswordValues>()
  const [isShown, setShown] = useState(false)
  const generate = async () => {
    const password = randomPassword(minimum)
    setValue('password', password, { shouldDirty: true, shouldValidate: true })
    const isCopied = await copyText(password)
    // it must be readable somewhere
    setShown(!isCopied)
    toast(isCopied ? 'Password copied' : { tone: 'error', content: 'The browser blocked clipboard access' })
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-48">
          <TextField
            name="password"
            label="Password"
            required
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            help={`At least ${minimum} characters. Common passwords are refused.`}
            rules={{
              validate: (text: string) =>
                [...text].length >= minimum || `Password must have at least ${minimum} characters`,
            }}
          />
        </div>
        <Button onClick={() => void generate()}>Generate and copy</Button>
      </div>
      <CheckboxField
        name="mustChange"
        label="Must be changed at the next sign-in"
        help="Until then, the user can do nothing else."
      />
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
  onClose: () => void
}

export function SiloUserForm({ silo, taken, onClose }: UserFormProps) {
  return (
    <SideForm
      operation="local_user_create"
      title="Create user"
      defaultValues={{ externalId: '', ...newPassword, role: '' }}
      toParams={({ role, ...values }: UserValues) => ({ query: { silo }, body: { ...values, role: role || null } })}
      onSuccess={({ displayName }, { role }) => {
        toast(role ? `User ${displayName} created as silo ${role}` : `User ${displayName} created`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>With an invitation, people choose their own password.</Message>
      <NameField name="externalId" label="Username" taken={taken} />
      <PasswordFields silo={silo} />
      <NativeSelectField
        name="role"
        label="Silo role"
        help="Without one, they see nothing until they get a role in the silo or in a project."
        items={siloRoleItems}
      />
    </SideForm>
  )
}

interface PasswordFormProps {
  silo: string
  user: { id: string; name: string }
  onClose: () => void
}

export function SiloPasswordForm({ silo, user, onClose }: PasswordFormProps) {
  return (
    <SideForm
      operation="local_user_set_password"
      title={`Set password for ${user.name}`}
      submitLabel="Set password"
      defaultValues={newPassword}
      toParams={(body: PasswordValues) => ({ path: { userId: user.id }, body })}
      onSuccess={() => {
        toast(`Password of ${user.name} set`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>All sessions end, all access tokens are revoked, and passkeys are removed.</Message>
      <PasswordFields silo={silo} />
    </SideForm>
  )
}
