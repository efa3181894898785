// A new webhook, over the list.
import { useNavigate } from 'react-router'
import { urlProblem } from '#contract/checks.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { SubscriptionFields, subscriptionsOf, type SubscriptionValues } from './subscription-field.tsx'

interface Values extends SubscriptionValues {
  name: string
  description: string
  endpoint: string
  secret: string
}

const defaultValues: Values = { name: '', description: '', endpoint: '', secret: '', which: 'all', classes: [] }

export default function AlertReceiverNewPage() {
  const navigate = useNavigate()
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
      onSuccess={({ name }) => {
        toast(`Webhook ${name} created`)
        return navigate(paths.alertReceiver({ receiver: name }))
      }}
      onClose={() => void navigate(paths.alertReceivers())}
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
