// One e-mail receiver: its address, its alerts, and what became of each.
import { Mail } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { useData } from '../../use-api.ts'
import { EmailDeliveries } from './alert-deliveries.tsx'
import { emailReceiverView } from './alert-queries.ts'
import { deleteEmailAction, probeEmailAction } from './email-receiver-actions.tsx'
import { subscriptionText } from './subscription-text.ts'

export default function EmailReceiverPage() {
  const navigate = useNavigate()
  const { receiver: name = '' } = useParams()
  const receiver = useData(emailReceiverView(name))
  const whyNot = useWhyNotFleet()
  return (
    <DetailPage
      title={name}
      icon={Mail}
      docs="alerts"
      noun="E-mail receiver"
      id={receiver.id}
      buttons={[probeEmailAction(name, whyNot)]}
      actions={[
        { label: 'Edit', icon: 'edit', to: paths.emailReceiverEdit({ receiver: name }), whyNot },
        deleteEmailAction(name, whyNot, () => navigate(paths.emailReceivers())),
      ]}
      facts={[
        { name: 'Address', value: <CopyText text={receiver.address} maxLength={60} /> },
        { name: 'E-mails', value: receiver.digest ? 'At most one an hour' : 'One for each alert' },
        { name: 'Subscriptions', value: subscriptionText(receiver.subscriptions) },
        { name: 'Description', value: receiver.description },
        { name: 'Created', value: <DateTime value={receiver.timeCreated} /> },
        { name: 'Last modified', value: <DateTime value={receiver.timeModified} /> },
      ]}
    >
      <div>
        <EmailDeliveries receiver={name} />
      </div>
      <Outlet />
    </DetailPage>
  )
}
