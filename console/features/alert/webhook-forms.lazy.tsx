// Forms over the page of a webhook: another secret, another subscription.
import { alertClasses, alertClassNames, SUBSCRIPTION_FORM } from '#contract/alert-classes.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface FormProps {
  receiver: string
  onClose: () => void
}

export function WebhookSecretForm({ receiver, onClose }: FormProps) {
  return (
    <SideForm
      operation="webhook_secrets_add"
      title="Add secret"
      defaultValues={{ secret: '' }}
      toParams={(body: { secret: string }) => ({ query: { receiver }, body })}
      onSuccess={() => {
        toast('Secret added')
        onClose()
      }}
      onClose={onClose}
    >
      <TextField name="secret" label="Secret" type="password" required autoComplete="new-password" />
    </SideForm>
  )
}

const validate = (text: string) => SUBSCRIPTION_FORM.test(text.trim()) || 'Expected a class or a pattern'

export function WebhookSubscriptionForm({ receiver, onClose }: FormProps) {
  return (
    <SideForm
      operation="alert_receiver_subscription_add"
      title="Add subscription"
      defaultValues={{ subscription: '' }}
      toParams={({ subscription }: { subscription: string }) => ({
        path: { receiver },
        body: { subscription: subscription.trim() },
      })}
      onSuccess={({ subscription }) => {
        toast(`${receiver} gets ${subscription}`)
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        name="subscription"
        label="Class or pattern"
        mono
        required
        help="* stands for one part of a class, ** for any number: instance.*, **"
        rules={{ validate }}
      />
      <Message>
        <dl className="space-y-1">
          {alertClassNames.map((name) => (
            <div key={name}>
              <dt className="font-mono text-xs">{name}</dt>
              <dd className="text-muted">{alertClasses[name]}</dd>
            </div>
          ))}
        </dl>
      </Message>
    </SideForm>
  )
}
