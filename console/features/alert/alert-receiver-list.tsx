// The webhooks that receive alerts.
import { Webhook } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { deleteWebhookAction, probeWebhookAction } from './alert-receiver-actions.tsx'
import { alertReceiverList } from './alert-queries.ts'
import { subscriptionText } from './subscription-text.ts'

type Receiver = Model<'AlertReceiver'>

const columns: ResourceColumn<Receiver>[] = [
  nameColumn<Receiver>(({ name }) => paths.alertReceiver({ receiver: name })),
  {
    id: 'endpoint',
    header: 'Endpoint',
    text: ({ kind }) => kind.endpoint,
    cell: ({ kind }) => <Truncate text={kind.endpoint} maxLength={48} />,
  },
  {
    id: 'subscriptions',
    header: 'Subscriptions',
    text: ({ subscriptions }) => subscriptionText(subscriptions),
    cell: ({ subscriptions }) => <Truncate text={subscriptionText(subscriptions)} maxLength={48} />,
  },
  descriptionColumn<Receiver>(),
  createdColumn<Receiver>(),
  idColumn<Receiver>(),
]

export default function AlertReceiverListTab() {
  const whyNot = useWhyNotFleet()
  return (
    <ResourcePage
      title="Webhooks"
      isTab
      icon={Webhook}
      create={[{ label: 'New webhook', to: paths.alertReceiversNew(), whyNot }]}
      label="webhooks"
      list={alertReceiverList}
      columns={columns}
      actions={({ name }) => [
        probeWebhookAction(name, whyNot),
        { label: 'Edit', icon: 'edit', to: paths.alertReceiverEdit({ receiver: name }), whyNot },
        deleteWebhookAction(name, whyNot),
      ]}
      empty="A webhook gets an HTTP request for each alert, for example when an instance fails or a quota is nearly reached."
    />
  )
}
