// One receiver of either kind: where its alerts go, which ones, and what became of each. A webhook also has secrets.
import { Mail, Webhook } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { useData } from '../../use-api.ts'
import { EmailDeliveries, WebhookDeliveries } from './alert-deliveries.tsx'
import { alertReceiverView, emailReceiverView } from './alert-queries.ts'
import { deleteReceiver, editReceiver, probeReceiver, type Kind } from './alert-receiver-actions.ts'
import { WebhookSecrets } from './alert-receiver-secrets.tsx'
import { WebhookSubscriptions } from './alert-receiver-subscriptions.tsx'
import { HealthFact, useReceiverHealth } from './receiver-health.tsx'
import { subscriptionText } from './subscription-text.ts'

const looks = {
  webhook: { noun: 'Webhook', icon: Webhook },
  email: { noun: 'E-mail receiver', icon: Mail },
}

interface Fact {
  name: string
  value: ReactNode
}

interface ReceiverPageProps {
  kind: Kind
  receiver: { id: string; description: string; timeCreated: Date; timeModified: Date }
  /** those of its kind */
  facts: readonly Fact[]
  children: ReactNode
}

function ReceiverPage({ kind, receiver, facts, children }: ReceiverPageProps) {
  const navigate = useNavigate()
  const { receiver: name = '' } = useParams()
  const whyNot = useWhyNotFleet()
  const health = useReceiverHealth().get(receiver.id)
  return (
    <DetailPage
      title={name}
      {...looks[kind]}
      docs="alerts"
      id={receiver.id}
      buttons={[probeReceiver[kind](name, whyNot)]}
      actions={[
        editReceiver[kind](name, whyNot),
        deleteReceiver[kind](name, whyNot, () => navigate(paths.alertReceivers())),
      ]}
      facts={[
        ...(health ? [{ name: 'Health', value: <HealthFact health={health} /> }] : []),
        ...facts,
        { name: 'Description', value: receiver.description },
        { name: 'Created', value: <DateTime value={receiver.timeCreated} /> },
        { name: 'Last modified', value: <DateTime value={receiver.timeModified} /> },
      ]}
    >
      {children}
      <Outlet />
    </DetailPage>
  )
}

function WebhookPage() {
  const { receiver: name = '' } = useParams()
  const receiver = useData(alertReceiverView(name))
  const facts = [{ name: 'Endpoint', value: <CopyText text={receiver.kind.endpoint} maxLength={60} /> }]
  return (
    <ReceiverPage kind="webhook" receiver={receiver} facts={facts}>
      <QueryTabs
        label="Webhook"
        tabs={[
          { value: 'deliveries', label: 'Deliveries', content: <WebhookDeliveries receiver={name} /> },
          { value: 'subscriptions', label: 'Subscriptions', content: <WebhookSubscriptions receiver={receiver} /> },
          { value: 'secrets', label: 'Secrets', content: <WebhookSecrets receiver={receiver} /> },
        ]}
      />
    </ReceiverPage>
  )
}

function EmailPage() {
  const { receiver: name = '' } = useParams()
  const receiver = useData(emailReceiverView(name))
  const facts = [
    { name: 'Address', value: <CopyText text={receiver.address} maxLength={60} /> },
    { name: 'E-mails', value: receiver.digest ? 'At most one an hour' : 'One for each alert' },
    { name: 'Subscriptions', value: subscriptionText(receiver.subscriptions) },
  ]
  return (
    <ReceiverPage kind="email" receiver={receiver} facts={facts}>
      <div>
        <EmailDeliveries receiver={name} />
      </div>
    </ReceiverPage>
  )
}

export const receiverPages = { webhook: WebhookPage, email: EmailPage }
