// The user's own e-mail alerts: of this project, or of the silo.
import { Mail } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { apiAction, menuItem, type Action } from '../../action/action.tsx'
import { ListPage } from '../../table/list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { projectView } from '../project/project-queries.ts'
import { alertSubscriptionList } from './alert-queries.ts'

const SubscriptionForm = lazyPopup(
  async () => (await import('./alert-subscription-form.lazy.tsx')).AlertSubscriptionForm,
)

type Subscription = Model<'MemberAlertSubscription'>

const columns: Column<Subscription>[] = [
  { id: 'address', header: 'Address', cell: ({ address }) => address },
  { id: 'state', header: 'State', cell: (row) => <AddressState row={row} /> },
  { id: 'digest', header: 'E-mails', cell: ({ digest }) => (digest ? 'Hourly digest' : 'One per alert') },
  { id: 'classes', header: 'Alerts', cell: ({ classes }) => <Truncate text={classes.join(', ')} maxLength={60} /> },
]

function AddressState({ row: { addressState, sendsUntil } }: { row: Subscription }) {
  if (addressState === 'confirmed') return <Badge tone="success">Confirmed</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="notice">Unconfirmed</Badge>
      {sendsUntil && (
        <span className="text-muted">
          {isPast(sendsUntil) ? (
            'gets no alerts'
          ) : (
            <>
              Alerts end on <DateTime value={new Date(sendsUntil)} />
            </>
          )}
        </span>
      )}
    </span>
  )
}

const isPast = (time: string) => Date.parse(time) <= Date.now()

export default function AlertSubscriptionListPage() {
  const { project } = useParams()
  return project ? <OfProject project={project} /> : <Subscriptions />
}

function OfProject({ project }: { project: string }) {
  return <Subscriptions project={useData(projectView(project))} />
}

function Subscriptions({ project }: { project?: { id: string; name: string } }) {
  const all = useData(alertSubscriptionList()).items
  const rows = all.filter(({ projectId }) => projectId === (project?.id ?? null))
  const [edited, edit] = useState<Subscription | 'new'>()
  const of = project ? `project ${project.name}` : 'your silo'
  const create: Action = { label: 'New subscription', sends: 'alert_subscription_create', run: () => edit('new') }
  const empty = {
    title: 'No e-mail alerts',
    text: project
      ? 'Get an e-mail when an instance fails or a disk is faulted in this project.'
      : 'Administrators of the silo can get an e-mail when something fails in it, or a quota is nearly reached.',
  }
  return (
    <ListPage
      title="E-mail alerts"
      icon={Mail}
      docs="email-alerts"
      create={[create]}
      empty={rows.length === 0 && empty}
    >
      {rows.length > 0 && (
        <Table
          label={`Your e-mail alerts of ${of}`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ address }) => address}
          actions={(row) =>
            [
              { label: 'Edit', icon: 'edit' as const, run: () => edit(row) },
              ...(row.addressState === 'unconfirmed' ? [confirmAction(row)] : []),
              endAction(row, of),
            ].map(menuItem)
          }
        />
      )}
      {edited && (
        <SubscriptionForm
          project={project?.name}
          subscription={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
        />
      )}
    </ListPage>
  )
}

/** The e-mail may have been lost, or its link too old. */
const confirmAction = ({ id, address }: Subscription): Action =>
  apiAction({
    label: 'Send confirmation again',
    operation: 'alert_subscription_confirmation_send',
    params: { path: { subscriptionId: id } },
    done: `An e-mail with a link to confirm it is sent to ${address}`,
  })

const endAction = ({ id, address }: Subscription, of: string): Action =>
  apiAction({
    label: 'Unsubscribe',
    icon: 'delete',
    danger: true,
    operation: 'alert_subscription_delete',
    params: { path: { subscriptionId: id } },
    done: `${address} gets no more alerts of ${of}`,
  })
