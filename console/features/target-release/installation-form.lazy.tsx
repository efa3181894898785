// Naming the installation.
import { MAX_INSTALLATION_NAME } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { TextField } from '../../form/fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  name: string
}

export function InstallationForm({ name, onClose }: Values & { onClose: () => void }) {
  return (
    <SideForm
      operation="installation_update"
      title="Name installation"
      submitLabel="Save"
      mustChange
      defaultValues={{ name }}
      toParams={(values: Values) => ({ body: { name: values.name.trim() || null } })}
      onSuccess={() => {
        toast('Name of the installation saved')
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        rules={{ maxLength: { value: MAX_INSTALLATION_NAME, message: `At most ${MAX_INSTALLATION_NAME} characters` } }}
        help="Tells several installations apart: in window titles, on the login page, in alerts and in the forwarded audit log. Leave it empty for none."
      />
    </SideForm>
  )
}
