// Creating a receiver of either kind, and editing one, whose kind stays.
import { useWatch } from 'react-hook-form'
import { alertClassNames, type AlertClassName } from '#contract/alert-classes.ts'
import { urlProblem } from '#contract/checks.ts'
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { alertReceiverView, emailReceiverView, everyEmailReceiver } from './alert-queries.ts'
import type { Kind } from './alert-receiver-actions.ts'
import { AddressField, DigestField } from './email-fields.tsx'
import { SubscriptionFields, subscriptionsOf, type SubscriptionValues } from './subscription-field.tsx'

interface WebhookValues {
  name: string
  description: string
  endpoint: string
}

interface EmailValues extends SubscriptionValues {
  name: string
  description: string
  address: string
  digest: boolean
}

interface NewValues extends WebhookValues, EmailValues {
  kind: Kind
  secret: string
}

const defaultValues: NewValues = {
  kind: 'webhook',
  name: '',
  description: '',
  endpoint: '',
  secret: '',
  address: '',
  digest: false,
  which: 'all',
  classes: [],
}

const titles: Record<Kind, string> = { webhook: 'Webhook', email: 'E-mail receiver' }

const bodyOf = ({ which, classes, name, description, address, digest }: EmailValues) => ({
  name,
  description,
  address: address.trim(),
  digest,
  subscriptions: subscriptionsOf({ which, classes }),
})

/** What was saved: pages are found by kind and name. */
type Ends = FormEnds<{ kind: Kind; name: string }>

export function ReceiverNewForm({ onDone, onClose }: Ends) {
  return (
    <SideForm<'webhook_receiver_create' | 'email_receiver_create', NewValues>
      operation={({ kind }) => (kind === 'webhook' ? 'webhook_receiver_create' : 'email_receiver_create')}
      title="Create receiver"
      whyNot={useWhyNotFleet()}
      defaultValues={defaultValues}
      toParams={({ kind, endpoint, secret, ...rest }) => {
        if (kind === 'email') return { body: bodyOf(rest) }
        const { name, description, subscriptions } = bodyOf(rest)
        return { body: { name, description, endpoint: endpoint.trim(), secrets: [secret], subscriptions } }
      }}
      onSuccess={({ name }, { kind }) => {
        toast(`${titles[kind]} ${name} created`)
        return onDone({ kind, name })
      }}
      onClose={onClose}
    >
      <NewFields />
    </SideForm>
  )
}

const kinds = [
  { value: 'webhook', label: 'Webhook', help: 'Gets an HTTP request for each alert.' },
  { value: 'email', label: 'E-mail', help: 'An address. Set up the SMTP server first.' },
] as const

function NewFields() {
  const kind = useWatch<NewValues, 'kind'>({ name: 'kind' })
  const { isMissing } = useData(everyEmailReceiver())
  return (
    <>
      {!isMissing && <RadioField name="kind" label="Kind" options={kinds} />}
      <NameField />
      <DescriptionField />
      {kind === 'webhook' ? (
        <>
          <EndpointField />
          <TextField
            name="secret"
            label="Secret"
            type="password"
            required
            autoComplete="new-password"
            help="Signs every request, so that the receiver knows who sent it. It is never shown again."
          />
        </>
      ) : (
        <>
          <AddressField />
          <DigestField />
        </>
      )}
      <SubscriptionFields />
    </>
  )
}

const validate = (url: string) => (url.trim() === '' ? true : (urlProblem(url.trim()) ?? true))

const EndpointField = () => (
  <TextField
    name="endpoint"
    label="Endpoint"
    type="url"
    required
    help="The URL that alerts are sent to. It must not lead to this server."
    rules={{ validate }}
  />
)

type Webhook = Model<'AlertReceiver'>
type EmailReceiver = Model<'EmailReceiver'>

export function WebhookEditForm({ receiver, onDone, onClose }: { receiver: Webhook } & Ends) {
  const { name, description, kind } = receiver
  return (
    <SideForm
      operation="webhook_receiver_update"
      title="Edit webhook"
      submitLabel="Update webhook"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, endpoint: kind.endpoint }}
      toParams={(body: WebhookValues) => ({ path: { receiver: name }, body })}
      onSuccess={(_, values) => {
        toast({ content: `Webhook ${values.name} updated`, undo: undoWebhook(receiver, values) })
        return onDone({ kind: 'webhook', name: values.name })
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <EndpointField />
    </SideForm>
  )
}

/** Patterns other than ** can only be set with the API. Editing one here replaces it by the classes it matches. */
const whichOf = (subscriptions: readonly string[]): SubscriptionValues => ({
  which: subscriptions.includes('**') ? 'all' : 'some',
  classes: subscriptions.filter((one): one is AlertClassName => alertClassNames.includes(one as AlertClassName)),
})

export function EmailEditForm({ receiver, onDone, onClose }: { receiver: EmailReceiver } & Ends) {
  const { name, description, address, digest, subscriptions } = receiver
  return (
    <SideForm
      operation="email_receiver_update"
      title="Edit e-mail receiver"
      submitLabel="Update e-mail receiver"
      mustChange
      whyNot={useWhyNotFleet()}
      defaultValues={{ name, description, address, digest, ...whichOf(subscriptions) }}
      toParams={(values: EmailValues) => ({ path: { receiver: name }, body: bodyOf(values) })}
      onSuccess={(saved) => {
        toast({ content: `E-mail receiver ${saved.name} updated`, undo: undoEmail(receiver, saved) })
        return onDone({ kind: 'email', name: saved.name })
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <AddressField />
      <DigestField />
      <SubscriptionFields />
    </SideForm>
  )
}

const undoWebhook = (before: Webhook, { name, description, endpoint }: WebhookValues) =>
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

const undoEmail = (before: EmailReceiver, saved: EmailReceiver) =>
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
