// One alert: its data, and where it was sent.
import { BellRing } from '@lucide/icons'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { alertClasses, type AlertClassName } from '#contract/alert-classes.ts'
import { JsonText } from '../../frame/json-text.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { alertView } from './alert-queries.ts'
import { AlertSeverity, AlertState } from './alert-badge.tsx'
import { placeOf } from './alert-place.ts'
import { DeliveryState } from './delivery-badge.tsx'

type Receipt = Model<'AlertReceipt'>

const pageOf = { webhook: paths.webhook, email: paths.emailReceiver }

const columns: Column<Receipt>[] = [
  {
    id: 'receiver',
    header: 'Receiver',
    cell: ({ receiverName, receiverKind }) => (
      <TextLink to={pageOf[receiverKind]({ receiver: receiverName })}>{receiverName}</TextLink>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ receiverKind }) => (receiverKind === 'webhook' ? 'Webhook' : 'E-mail') },
  { id: 'state', header: 'State', early: true, cell: ({ state }) => <DeliveryState state={state} /> },
  { id: 'notice', header: 'Says', cell: ({ notice }) => notice },
  { id: 'trigger', header: 'Trigger', cell: ({ trigger }) => trigger },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
]

export default function AlertPage() {
  const { alert: id = '' } = useParams()
  const { alertClass, sentence, severity, state, timeRaised, timeResolved, data, deliveries } = useData(alertView(id))
  const about = placeOf(alertClass, data, useMe().user.siloName)
  return (
    <DetailPage
      title={sentence}
      icon={BellRing}
      docs="alerts"
      noun="Alert"
      id={id}
      facts={[
        { name: 'State', value: <AlertState state={state} /> },
        { name: 'Severity', value: <AlertSeverity severity={severity} /> },
        { name: 'About', value: about && <TextLink to={about.to}>{about.name}</TextLink> },
        { name: 'Raised', value: <DateTime value={timeRaised} /> },
        { name: 'Resolved', value: timeResolved && <DateTime value={timeResolved} /> },
        { name: 'Class', value: <span className="font-mono text-xs">{alertClass}</span> },
        { name: 'ID', value: <CopyText text={id} /> },
        { name: 'Meaning', value: alertClasses[alertClass as AlertClassName] },
      ]}
    >
      <TableCard
        title="Sent to"
        columns={columns}
        rows={deliveries}
        rowKey={(row) => row.id}
        rowLabel={({ receiverName }) => receiverName}
        empty={<p className="text-sm text-muted">No receiver was subscribed to this class.</p>}
      />
      <JsonText label="alert data" value={data} />
    </DetailPage>
  )
}
