// Editing an e-mail receiver.
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { emailReceiverView } from './alert-queries.ts'
import { EmailReceiverFields, whichOf, type EmailReceiverValues } from './email-receiver-fields.tsx'
import { subscriptionsOf } from './subscription-field.tsx'

interface EmailReceiverEditProps extends FormEnds<{ name: string }> {
  receiver: EmailReceiver
}

export function EmailReceiverEditForm({ receiver: before, onDone, onClose }: EmailReceiverEditProps) {
  const { name, description, address, digest, subscriptions } = before
  return (
    <SideForm
      operation="email_receiver_update"
      title="Edit e-mail receiver"
      submitLabel="Update e-mail receiver"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, address, digest, ...whichOf(subscriptions) }}
      toParams={({ which, classes, ...rest }: EmailReceiverValues) => ({
        path: { receiver: before.name },
        body: { ...rest, address: rest.address.trim(), subscriptions: subscriptionsOf({ which, classes }) },
      })}
      onSuccess={(saved) => {
        toast({ content: `E-mail receiver ${saved.name} updated`, undo: undoOf(before, saved) })
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <EmailReceiverFields />
    </SideForm>
  )
}

type EmailReceiver = Model<'EmailReceiver'>

const undoOf = (before: EmailReceiver, saved: EmailReceiver) =>
  undoEdit({
    noun: 'E-mail receiver',
    before,
    saved,
    query: emailReceiverView(saved.id),
    edited: ['address', 'digest', 'subscriptions'],
    hasPage: true,
    restore: (naming) => {
      const { address, digest, subscriptions } = before
      const body = { ...naming, address, digest, subscriptions }
      return send('email_receiver_update', { path: { receiver: saved.id }, body })
    },
  })
