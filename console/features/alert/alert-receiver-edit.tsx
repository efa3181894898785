// Editing a webhook, over its page.
import { useNavigate, useParams } from 'react-router'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { EndpointField } from './alert-receiver-new.tsx'
import { alertReceiverView } from './alert-queries.ts'

interface Values {
  name: string
  description: string
  endpoint: string
}

export default function AlertReceiverEditPage() {
  const navigate = useNavigate()
  const { receiver = '' } = useParams()
  const { name, description, kind } = useData(alertReceiverView(receiver))
  return (
    <SideForm
      operation="webhook_receiver_update"
      title="Edit webhook"
      submitLabel="Update webhook"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, endpoint: kind.endpoint }}
      toParams={(body: Values) => ({ path: { receiver }, body })}
      onSuccess={(_, values) => {
        toast(`Webhook ${values.name} updated`)
        return navigate(paths.alertReceiver({ receiver: values.name }))
      }}
      onClose={() => void navigate(paths.alertReceiver({ receiver }))}
    >
      <NameField />
      <DescriptionField />
      <EndpointField />
    </SideForm>
  )
}
