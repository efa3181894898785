// Creating an e-mail receiver.
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
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

export function EmailReceiverNewForm({ onDone, onClose }: FormEnds<{ name: string }>) {
  return (
    <SideForm
      operation="email_receiver_create"
      title="Create e-mail receiver"
      whyNot={useWhyNotFleet()}
      defaultValues={defaultValues}
      toParams={({ name, description, address, digest, ...alerts }: EmailReceiverValues) => ({
        body: { name, description, address: address.trim(), digest, subscriptions: subscriptionsOf(alerts) },
      })}
      onSuccess={(saved) => {
        toast(`E-mail receiver ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <EmailReceiverFields />
    </SideForm>
  )
}
