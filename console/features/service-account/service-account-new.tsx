// A new service account, over the list.
import { useNavigate } from 'react-router'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'

export default function ServiceAccountNewPage() {
  const navigate = useNavigate()
  const back = () => navigate(paths.serviceAccounts())
  return (
    <SideForm
      operation="service_account_create"
      title="Create service account"
      defaultValues={{ name: '', description: '' }}
      toParams={(body) => ({ body })}
      onSuccess={({ name }) => {
        toast(`Service account ${name} created`)
        return back()
      }}
      onClose={() => void back()}
    >
      <NameField help="Give it roles on the Access page, like any user." />
      <DescriptionField />
    </SideForm>
  )
}
