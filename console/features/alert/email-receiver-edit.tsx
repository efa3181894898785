// Editing an e-mail receiver, over its page.
import { useNavigate, useParams } from 'react-router'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { emailReceiverView } from './alert-queries.ts'
import { EmailReceiverFields, whichOf, type EmailReceiverValues } from './email-receiver-fields.tsx'
import { subscriptionsOf } from './subscription-field.tsx'

export default function EmailReceiverEditPage() {
  const navigate = useNavigate()
  const { receiver = '' } = useParams()
  const { name, description, address, digest, subscriptions } = useData(emailReceiverView(receiver))
  return (
    <SideForm
      operation="email_receiver_update"
      title="Edit e-mail receiver"
      submitLabel="Update e-mail receiver"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, address, digest, ...whichOf(subscriptions) }}
      toParams={({ which, classes, ...rest }: EmailReceiverValues) => ({
        path: { receiver },
        body: { ...rest, address: rest.address.trim(), subscriptions: subscriptionsOf({ which, classes }) },
      })}
      onSuccess={(saved) => {
        toast(`E-mail receiver ${saved.name} updated`)
        return navigate(paths.emailReceiver({ receiver: saved.name }))
      }}
      onClose={() => void navigate(paths.emailReceiver({ receiver }))}
    >
      <EmailReceiverFields />
    </SideForm>
  )
}
