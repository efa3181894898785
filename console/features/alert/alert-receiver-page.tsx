// One webhook: where it sends, which alerts, with which secrets, and what became of each.
import { Webhook } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { useData } from '../../use-api.ts'
import { WebhookDeliveries } from './alert-deliveries.tsx'
import { alertReceiverView } from './alert-queries.ts'
import { deleteWebhookAction, probeWebhookAction } from './alert-receiver-actions.tsx'
import { WebhookSecrets } from './alert-receiver-secrets.tsx'
import { WebhookSubscriptions } from './alert-receiver-subscriptions.tsx'

export default function AlertReceiverPage() {
  const navigate = useNavigate()
  const { receiver: name = '' } = useParams()
  const receiver = useData(alertReceiverView(name))
  const whyNot = useWhyNotFleet()
  return (
    <DetailPage
      title={name}
      icon={Webhook}
      docs="alerts"
      noun="Webhook"
      id={receiver.id}
      buttons={[probeWebhookAction(name, whyNot)]}
      actions={[
        { label: 'Edit', icon: 'edit', to: paths.alertReceiverEdit({ receiver: name }), whyNot },
        deleteWebhookAction(name, whyNot, () => navigate(paths.alertReceivers())),
      ]}
      facts={[
        { name: 'Endpoint', value: <CopyText text={receiver.kind.endpoint} maxLength={60} /> },
        { name: 'Created', value: <DateTime value={receiver.timeCreated} /> },
        { name: 'Description', value: receiver.description },
        { name: 'Last modified', value: <DateTime value={receiver.timeModified} /> },
      ]}
    >
      <QueryTabs
        label="Webhook"
        tabs={[
          { value: 'deliveries', label: 'Deliveries', content: <WebhookDeliveries receiver={name} /> },
          { value: 'subscriptions', label: 'Subscriptions', content: <WebhookSubscriptions receiver={receiver} /> },
          { value: 'secrets', label: 'Secrets', content: <WebhookSecrets receiver={receiver} /> },
        ]}
      />
      <Outlet />
    </DetailPage>
  )
}
