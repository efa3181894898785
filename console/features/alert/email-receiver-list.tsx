// The addresses that receive alerts by e-mail.
import { Mail } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { emailReceiverList } from './alert-queries.ts'
import { deleteEmailAction, probeEmailAction } from './email-receiver-actions.tsx'
import { subscriptionText } from './subscription-text.ts'

type Receiver = Model<'EmailReceiver'>

const columns: ResourceColumn<Receiver>[] = [
  nameColumn<Receiver>(({ name }) => paths.emailReceiver({ receiver: name })),
  {
    id: 'address',
    header: 'Address',
    text: ({ address }) => address,
    cell: ({ address }) => <Truncate text={address} maxLength={48} />,
  },
  {
    id: 'digest',
    header: 'E-mails',
    text: ({ digest }) => frequency(digest),
    cell: ({ digest }) => frequency(digest),
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

const frequency = (isDigest: boolean) => (isDigest ? 'Hourly digest' : 'One per alert')

export default function EmailReceiverListTab() {
  const whyNot = useWhyNotFleet()
  return (
    <ResourcePage
      title="E-mail receivers"
      isTab
      icon={Mail}
      create={[{ label: 'New e-mail receiver', to: paths.emailReceiversNew(), whyNot }]}
      label="e-mail receivers"
      list={emailReceiverList}
      columns={columns}
      actions={({ name }) => [
        probeEmailAction(name, whyNot),
        { label: 'Edit', icon: 'edit', to: paths.emailReceiverEdit({ receiver: name }), whyNot },
        deleteEmailAction(name, whyNot),
      ]}
      empty="An e-mail receiver is an address that gets alerts. Set up the SMTP server first."
    />
  )
}
