// A new e-mail receiver, over the list.
import { useNavigate } from 'react-router'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { EmailReceiverFields, type EmailReceiverValues } from './email-receiver-fields.tsx'
import { subscriptionsOf } from './subscription-field.tsx'

const defaultValues: EmailReceiverValues = {
  name: '',
  description: '',
  address: '',
  digest: false,
  which: 'all',
  classes: [],
}

export default function EmailReceiverNewPage() {
  const navigate = useNavigate()
  return (
    <SideForm
      operation="email_receiver_create"
      title="Create e-mail receiver"
      whyNot={useWhyNotFleet()}
      defaultValues={defaultValues}
      toParams={({ name, description, address, digest, ...alerts }: EmailReceiverValues) => ({
        body: { name, description, address: address.trim(), digest, subscriptions: subscriptionsOf(alerts) },
      })}
      onSuccess={({ name }) => {
        toast(`E-mail receiver ${name} created`)
        return navigate(paths.emailReceiver({ receiver: name }))
      }}
      onClose={() => void navigate(paths.emailReceivers())}
    >
      <EmailReceiverFields />
    </SideForm>
  )
}
