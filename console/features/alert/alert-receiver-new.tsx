// Creating a webhook.
import { urlProblem } from '#contract/checks.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { SubscriptionFields, subscriptionsOf, type SubscriptionValues } from './subscription-field.tsx'

interface Values extends SubscriptionValues {
  name: string
  description: string
  endpoint: string
  secret: string
}

const defaultValues: Values = { name: '', description: '', endpoint: '', secret: '', which: 'all', classes: [] }

export function WebhookNewForm({ onDone, onClose }: FormEnds<{ name: string }>) {
  return (
    <SideForm
      operation="webhook_receiver_create"
      title="Create webhook"
      whyNot={useWhyNotFleet()}
      defaultValues={defaultValues}
      toParams={({ name, description, endpoint, secret, ...alerts }: Values) => ({
        body: {
          name,
          description,
          endpoint: endpoint.trim(),
          secrets: [secret],
          subscriptions: subscriptionsOf(alerts),
        },
      })}
      onSuccess={(saved) => {
        toast(`Webhook ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <EndpointField />
      <TextField
        name="secret"
        label="Secret"
        type="password"
        required
        autoComplete="new-password"
        help="Signs every request, so that the receiver knows who sent it. It is never shown again."
      />
      <SubscriptionFields />
    </SideForm>
  )
}

const validate = (url: string) => (url.trim() === '' ? true : (urlProblem(url.trim()) ?? true))

export const EndpointField = () => (
  <TextField
    name="endpoint"
    label="Endpoint"
    type="url"
    required
    help="The URL that alerts are sent to. It must not lead to this server."
    rules={{ validate }}
  />
)
