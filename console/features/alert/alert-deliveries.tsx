// The log of deliveries to a receiver, with the last attempt of each. An alert can be sent again.
import type { Model } from '#contract/client.ts'
import { apiAction, copyIdAction, type Action } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import type { Query } from '../../api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import type { PageOf, UnsortedPage } from '../../queries.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
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

const common: SortedColumn<Shared>[] = [
  {
    id: 'started',
    header: 'Started',
    value: ({ timeStarted }) => timeStarted.getTime(),
    cell: ({ timeStarted }) => <DateTime value={timeStarted} />,
  },
  {
    id: 'class',
    header: 'Alert',
    text: ({ alertClass }) => alertClass,
    cell: ({ alertClass, alertId, trigger }) =>
      trigger === 'probe' ? (
        <span className="font-mono text-xs">{alertClass}</span>
      ) : (
        <TextLink to={paths.raisedAlert({ alert: alertId })}>
          <span className="font-mono text-xs">{alertClass}</span>
        </TextLink>
      ),
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  { id: 'trigger', header: 'Trigger', text: ({ trigger }) => trigger, cell: ({ trigger }) => trigger },
]

const whyNoResend = (trigger: Shared['trigger']) =>
  trigger === 'probe' ? 'A probe cannot be sent again. Send another one.' : undefined

interface DeliveriesProps<Row> {
  receiver: string
  list: (receiver: string, page?: UnsortedPage) => Query<PageOf<Row>>
  attempts: (row: Row) => number
  last: (row: Row) => string | undefined
  /** given how it looks and what it says */
  resend: (row: Row, look: Pick<Action, 'label' | 'icon' | 'whyNot' | 'done'>) => Action
}

function Deliveries<Row extends Shared>({ receiver, list, attempts, last, resend }: DeliveriesProps<Row>) {
  const whyNot = useWhyNotFleet()
  return (
    <PagedTable<Row>
      label="Deliveries"
      nouns="deliveries"
      list={(page) => list(receiver, page)}
      columns={[
        ...common,
        { id: 'attempts', header: 'Attempts', align: 'right', value: attempts, cell: attempts },
        { id: 'last', header: 'Last attempt', text: (row) => last(row) ?? '', cell: last },
      ]}
      order={{ column: 'started', direction: 'descending' }}
      rowKey={({ id }) => id}
      rowLabel={({ alertClass }) => alertClass}
      actions={(row) => [
        copyIdAction(row.id),
        resend(row, {
          label: 'Send again',
          icon: 'edit',
          whyNot: whyNot ?? whyNoResend(row.trigger),
          done: `${row.alertClass} is being sent to ${receiver} again`,
        }),
      ]}
      empty={
        <EmptyState
          title="No deliveries"
          text="Alerts that this receiver is subscribed to appear here, with every attempt."
        />
      }
    />
  )
}

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

export const WebhookDeliveries = ({ receiver }: { receiver: string }) => (
  <Deliveries
    receiver={receiver}
    list={alertDeliveryList}
    attempts={({ attempts }) => attempts.webhook.length}
    last={lastAttempt}
    resend={({ alertId }, look) =>
      apiAction({ ...look, operation: 'alert_delivery_resend', params: { path: { alertId }, query: { receiver } } })
    }
  />
)

export const EmailDeliveries = ({ receiver }: { receiver: string }) => (
  <Deliveries
    receiver={receiver}
    list={emailDeliveryList}
    attempts={({ attempts }) => attempts.length}
    last={({ attempts }) => attempts.at(-1)?.reason ?? attempts.at(-1)?.result}
    resend={({ alertId }, look) =>
      apiAction({ ...look, operation: 'email_delivery_resend', params: { path: { receiver, alertId } } })
    }
  />
)
