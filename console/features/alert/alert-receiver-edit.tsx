// Editing a webhook, over its page.
import { useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
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
  const before = useData(alertReceiverView(receiver))
  const { name, description, kind } = before
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
        toast({ content: `Webhook ${values.name} updated`, undo: undoOf(before, values) })
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
