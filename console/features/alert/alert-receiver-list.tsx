// Who receives alerts: webhooks and e-mail addresses in one list.
import { BellRing } from '@lucide/icons'
import { copyIdAction } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { deleteReceiver, editReceiver, probeReceiver, type Kind } from './alert-receiver-actions.ts'
import { everyEmailReceiver, everyWebhook } from './alert-queries.ts'
import { HealthCell, useReceiverHealth, type Health } from './receiver-health.tsx'
import { subscriptionText } from './subscription-text.ts'

interface Row {
  kind: Kind
  id: string
  name: string
  description: string
  /** an endpoint or an address */
  to: string
  digest?: boolean
  subscriptions: readonly string[]
  timeCreated: Date
}

const kindText = ({ kind, digest }: Row) =>
  kind === 'webhook' ? 'Webhook' : digest ? 'E-mail, hourly digest' : 'E-mail'

const pathOf: Record<Kind, (params: { receiver: string }) => string> = {
  webhook: paths.webhook,
  email: paths.emailReceiver,
}

const columnsOf = (health: ReadonlyMap<string, Health>): SortedColumn<Row>[] => [
  nameColumn<Row>(({ kind, name }) => pathOf[kind]({ receiver: name })),
  { id: 'kind', header: 'Kind', text: kindText, cell: kindText },
  // other hosts say nothing about it
  ...(health.size > 0
    ? [
        {
          id: 'health',
          header: 'Health',
          early: true,
          cell: ({ id }: Row) => {
            const own = health.get(id)
            return own && <HealthCell health={own} />
          },
        },
      ]
    : []),
  {
    id: 'to',
    header: 'Endpoint or address',
    text: ({ to }) => to,
    cell: ({ to }) => <Truncate text={to} maxLength={32} />,
  },
  {
    id: 'subscriptions',
    header: 'Subscriptions',
    text: ({ subscriptions }) => subscriptionText(subscriptions),
    cell: ({ subscriptions }) => <Truncate text={subscriptionText(subscriptions)} maxLength={32} />,
  },
  descriptionColumn<Row>(),
  createdColumn<Row>(),
]

function useReceivers(): Row[] {
  const webhooks = useData(everyWebhook()).items
  const emails = useData(everyEmailReceiver()).items
  return [
    ...webhooks.map((one) => ({ ...one, kind: 'webhook' as const, to: one.kind.endpoint })),
    ...emails.map((one) => ({ ...one, kind: 'email' as const, to: one.address })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export default function AlertReceiverListTab() {
  const whyNot = useWhyNotFleet()
  const health = useReceiverHealth()
  return (
    <WholeListPage
      title="Receivers"
      isTab
      icon={BellRing}
      create={[{ label: 'New receiver', to: paths.alertReceiversNew(), whyNot }]}
      label="receivers"
      text={(row) =>
        [
          row.name,
          kindText(row),
          row.to,
          subscriptionText(row.subscriptions),
          row.description,
          health.get(row.id)?.state,
        ].join(' ')
      }
      columns={columnsOf(health)}
      rows={useReceivers()}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={({ kind, id, name }) => [
        copyIdAction(id),
        probeReceiver[kind](name, whyNot),
        editReceiver[kind](name, whyNot),
        deleteReceiver[kind](name, whyNot),
      ]}
      empty="A receiver gets alerts, for example when an instance fails or a quota is nearly reached: a webhook as HTTP requests, an address as e-mails."
    />
  )
}
