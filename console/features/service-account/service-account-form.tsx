// Creating a service account, and giving it a role on the silo.
import { send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { roleNames, roles, type Role } from '../policy/role-badge.tsx'

interface Values {
  name: string
  description: string
  role: Role | ''
}

const roleItems = [{ value: '', label: 'None' }, ...roles.map((role) => ({ value: role, label: roleNames[role] }))]

/** The account exists by now, so a failure here is not one of the form. */
async function giveRole(id: string, name: string, roleName: Role): Promise<void> {
  try {
    const { roleAssignments } = await send('policy_view', {})
    const assignment = { identityType: 'silo_user' as const, identityId: id, roleName }
    await send('policy_update', { body: { roleAssignments: [...roleAssignments, assignment] } })
    toast(`Service account ${name} created as silo ${roleName}`)
  } catch (error) {
    toast({
      tone: 'error',
      title: `Service account ${name} created, but without a role`,
      content: error instanceof Error ? error.message : String(error),
    })
  }
}

export function ServiceAccountForm({ onDone, onClose }: FormEnds<void>) {
  return (
    <SideForm
      operation="service_account_create"
      title="Create service account"
      defaultValues={{ name: '', description: '', role: '' }}
      toParams={({ name, description }: Values) => ({ body: { name, description } })}
      onSuccess={async ({ id, name }, { role }) => {
        if (role) await giveRole(id, name, role)
        else toast(`Service account ${name} created`)
        return onDone()
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <NativeSelectField
        name="role"
        label="Silo role"
        help="Change it on the Access page. A role on one project is given on the project's Access page."
        items={roleItems}
      />
    </SideForm>
  )
}
