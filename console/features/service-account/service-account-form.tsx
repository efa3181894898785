// Creating a service account.
import { DescriptionField, NameField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'

export function ServiceAccountForm({ onDone, onClose }: FormEnds<void>) {
  return (
    <SideForm
      operation="service_account_create"
      title="Create service account"
      defaultValues={{ name: '', description: '' }}
      toParams={(body) => ({ body })}
      onSuccess={({ name }) => {
        toast(`Service account ${name} created`)
        return onDone()
      }}
      onClose={onClose}
    >
      <NameField help="Give it roles on the Access page, like any user." />
      <DescriptionField />
    </SideForm>
  )
}
