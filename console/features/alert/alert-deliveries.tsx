// The log of deliveries to a receiver, with the last attempt of each. An alert can be sent again.
import type { Model } from '#contract/client.ts'
import { apiAction, copyIdAction, type Action } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { PagedTable } from '../../table/paged-table.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { alertDeliveryList, emailDeliveryList } from './alert-queries.ts'
import { DeliveryState } from './delivery-badge.tsx'

interface Shared {
  id: string
  alertClass: string
  alertId: string
  state: 'pending' | 'delivered' | 'failed'
  timeStarted: Date
  trigger: 'alert' | 'resend' | 'probe'
}

const common: Column<Shared>[] = [
  { id: 'started', header: 'Started', cell: ({ timeStarted }) => <DateTime value={timeStarted} /> },
  {
    id: 'class',
    header: 'Alert',
    cell: ({ alertClass, alertId, trigger }) =>
      trigger === 'probe' ? (
        <span className="font-mono text-xs">{alertClass}</span>
      ) : (
        <TextLink to={paths.raisedAlert({ alert: alertId })}>
          <span className="font-mono text-xs">{alertClass}</span>
        </TextLink>
      ),
  },
  { id: 'state', header: 'State', early: true, cell: ({ state }) => <DeliveryState state={state} /> },
  { id: 'trigger', header: 'Trigger', cell: ({ trigger }) => trigger },
]

const empty = (
  <EmptyState
    title="No deliveries"
    text="Alerts that this receiver is subscribed to appear here, with every attempt."
  />
)

const whyNoResend = (trigger: Shared['trigger']) =>
  trigger === 'probe' ? 'A probe cannot be sent again. Send another one.' : undefined

type Delivery = Model<'AlertDelivery'>

const results = {
  succeeded: 'accepted',
  failed_http_error: 'refused',
  failed_unreachable: 'unreachable',
  failed_timeout: 'no answer',
} as const

const lastAttempt = ({ attempts: { webhook } }: Delivery) => {
  const last = webhook.at(-1)
  if (!last) return ''
  return last.response ? `${results[last.result]} (${last.response.status})` : results[last.result]
}

export function WebhookDeliveries({ receiver }: { receiver: string }) {
  const whyNot = useWhyNotFleet()
  const resend = ({ alertId, alertClass, trigger }: Delivery): Action => {
    return apiAction({
      label: 'Send again',
      icon: 'edit',
      whyNot: whyNot ?? whyNoResend(trigger),
      operation: 'alert_delivery_resend',
      params: { path: { alertId }, query: { receiver } },
      done: `${alertClass} is being sent to ${receiver} again`,
    })
  }
  return (
    <PagedTable<Delivery>
      label="Deliveries"
      list={(page) => alertDeliveryList(receiver, page)}
      columns={[
        ...common,
        { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts.webhook.length },
        { id: 'last', header: 'Last attempt', cell: lastAttempt },
      ]}
      rowKey={({ id }) => id}
      rowLabel={({ alertClass }) => alertClass}
      actions={(delivery) => [copyIdAction(delivery.id), resend(delivery)]}
      empty={empty}
    />
  )
}

type EmailDelivery = Model<'EmailDelivery'>

export function EmailDeliveries({ receiver }: { receiver: string }) {
  const whyNot = useWhyNotFleet()
  const resend = ({ alertId, alertClass, trigger }: EmailDelivery): Action => {
    return apiAction({
      label: 'Send again',
      icon: 'edit',
      whyNot: whyNot ?? whyNoResend(trigger),
      operation: 'email_delivery_resend',
      params: { path: { receiver, alertId } },
      done: `${alertClass} is being sent to ${receiver} again`,
    })
  }
  return (
    <PagedTable<EmailDelivery>
      label="Deliveries"
      list={(page) => emailDeliveryList(receiver, page)}
      columns={[
        ...common,
        { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts.length },
        {
          id: 'last',
          header: 'Last attempt',
          cell: ({ attempts }) => attempts.at(-1)?.reason ?? attempts.at(-1)?.result,
        },
      ]}
      rowKey={({ id }) => id}
      rowLabel={({ alertClass }) => alertClass}
      actions={(delivery) => [copyIdAction(delivery.id), resend(delivery)]}
      empty={empty}
    />
  )
}
