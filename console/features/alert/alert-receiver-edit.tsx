// Editing a webhook.
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { EndpointField } from './alert-receiver-new.tsx'
import { alertReceiverView } from './alert-queries.ts'

interface Values {
  name: string
  description: string
  endpoint: string
}

interface WebhookEditProps extends FormEnds<{ name: string }> {
  receiver: Model<'AlertReceiver'>
}

export function WebhookEditForm({ receiver: before, onDone, onClose }: WebhookEditProps) {
  const { name, description, kind } = before
  return (
    <SideForm
      operation="webhook_receiver_update"
      title="Edit webhook"
      submitLabel="Update webhook"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, endpoint: kind.endpoint }}
      toParams={(body: Values) => ({ path: { receiver: before.name }, body })}
      onSuccess={(_, values) => {
        toast({ content: `Webhook ${values.name} updated`, undo: undoOf(before, values) })
        return onDone(values)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <EndpointField />
    </SideForm>
  )
}

const undoOf = (before: Model<'AlertReceiver'>, { name, description, endpoint }: Values) =>
  undoEdit({
    noun: 'Webhook',
    before,
    // the API answers with nothing
    saved: { ...before, name, description, kind: { ...before.kind, endpoint } },
    query: alertReceiverView(before.id),
    edited: ['kind'],
    hasPage: true,
    restore: (naming) =>
      send('webhook_receiver_update', {
        path: { receiver: before.id },
        body: { ...naming, endpoint: before.kind.endpoint },
      }),
  })
