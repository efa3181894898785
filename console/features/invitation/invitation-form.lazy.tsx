// Inviting a person. The link is shown once, after the invitation has been created.
import { useState } from 'react'
import type { Data } from '#contract/client.ts'
import { NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { ShownOnce } from '../../ui/overlay/shown-once.tsx'
import type { Role } from '../policy/role-badge.tsx'
import { siloRoleItems } from '../policy/silo-role-names.ts'
import { useInvitationUrl } from '../silo/silo-host-name.ts'

interface Values {
  externalId: string
  role: Role | ''
}

interface InvitationFormProps {
  silo: string
  /** names of the silo's users */
  taken: readonly string[]
  /** chosen when the form opens */
  initialRole?: Role
  onClose: () => void
}

export function InvitationForm({ silo, taken, initialRole = 'viewer', onClose }: InvitationFormProps) {
  const [created, setCreated] = useState<Data<'invitation_create'>>()
  const urlOf = useInvitationUrl(silo)
  if (created)
    return (
      <ShownOnce
        title="Invitation created"
        subtitle={created.externalId}
        label="Invitation link"
        secret={urlOf(created.token)}
        text={`Send it to ${created.externalId}, who chooses a password or a passkey. It works once, for a day.`}
        onClose={onClose}
      />
    )
  return (
    <SideForm
      operation="invitation_create"
      title="Invite person"
      submitLabel="Create link"
      defaultValues={{ externalId: '', role: initialRole }}
      toParams={({ externalId, role }: Values) => ({ query: { silo }, body: { externalId, role: role || null } })}
      onSuccess={setCreated}
      onClose={onClose}
    >
      <NameField name="externalId" label="Username" taken={taken} />
      <NativeSelectField
        name="role"
        label="Silo role"
        help="Without one, they see nothing until they get a role in the silo or in a project."
        items={siloRoleItems}
      />
    </SideForm>
  )
}
