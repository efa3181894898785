// What a webhook is subscribed to: classes and patterns of classes.
import { useState } from 'react'
import { alertClasses, alertClassNames, matchesClass, type AlertClassName } from '#contract/alert-classes.ts'
import type { Model } from '#contract/client.ts'
import { apiAction, menuItem, type Action } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { TabList } from '../../table/tab-list.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'

const SubscriptionForm = lazyPopup(async () => (await import('./webhook-forms.lazy.tsx')).WebhookSubscriptionForm)

/** A class in its own words, a pattern by the classes it matches. */
const meaning = (subscription: string) =>
  subscription === '**'
    ? 'All alerts.'
    : (alertClasses[subscription as AlertClassName] ??
      alertClassNames.filter((name) => matchesClass(subscription, name)).join(', '))

const columns: Column<string>[] = [
  { id: 'subscription', header: 'Subscription', cell: (text) => <span className="font-mono text-xs">{text}</span> },
  { id: 'meaning', header: 'Alerts', cell: meaning },
]

export function WebhookSubscriptions({ receiver: { name, subscriptions } }: { receiver: Model<'AlertReceiver'> }) {
  const whyNot = useWhyNotFleet()
  const [isAdding, setAdding] = useState(false)
  const remove = (subscription: string): Action => {
    return apiAction({
      label: 'Remove',
      icon: 'delete',
      danger: true,
      whyNot,
      operation: 'alert_receiver_subscription_remove',
      params: { path: { receiver: name, subscription } },
      done: `${name} no longer gets ${subscription}`,
    })
  }
  return (
    <>
      <TabList
        add={{ label: 'Add subscription', whyNot, run: () => setAdding(true) }}
        empty={
          subscriptions.length === 0 && { title: 'No subscriptions', text: 'Without one, the webhook gets no alerts.' }
        }
      >
        <Table
          label="Subscriptions"
          columns={columns}
          rows={subscriptions}
          rowKey={(text) => text}
          rowLabel={(text) => text}
          actions={(text) => [remove(text)].map(menuItem)}
        />
      </TabList>
      {isAdding && <SubscriptionForm receiver={name} onClose={() => setAdding(false)} />}
    </>
  )
}
