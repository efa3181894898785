// One host: its key to compare, its checks with what to do, and what it becomes.
import { Server } from '@lucide/icons'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { Card } from '../../ui/display/card.tsx'
import { CopyButton, CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { CheckBadge, HostBadge } from './host-badge.tsx'
import { useHostActions } from './host-actions.tsx'
import { checkTitle, hostName } from './host-names.ts'
import { hostView, type Host } from './host-queries.ts'

const TrustForm = lazyPopup(async () => (await import('./host-trust-form.lazy.tsx')).HostTrustForm)

type Check = Host['checks'][number]

const columns: Column<Check>[] = [
  { id: 'name', header: 'Check', cell: ({ name }) => checkTitle(name) },
  { id: 'state', header: 'Result', early: true, cell: ({ state }) => <CheckBadge state={state} /> },
  {
    id: 'text',
    header: 'Finding',
    cell: ({ text, remedy }) => (
      <span className="block min-w-36 py-1.5 wrap-anywhere whitespace-normal sm:min-w-48">
        {text}
        {remedy && <span className="block text-muted">{remedy}</span>}
      </span>
    ),
  },
]

export default function HostPage() {
  const { host: id = '' } = useParams()
  const host = useData(hostView(id))
  const navigate = useNavigate()
  const actions = useHostActions([host], () => navigate(paths.hosts()))(host)
  const isIn = host.state === 'in_service' || host.state === 'unreachable'
  return (
    <DetailPage
      title={`Host ${hostName(host)}`}
      icon={Server}
      noun="Host"
      docs="inventory"
      id={host.id}
      buttons={actions.filter(({ danger }) => !danger)}
      actions={actions.filter(({ danger }) => danger)}
      overview={<Notice host={host} />}
      facts={[
        { name: 'Address', value: hostName(host) },
        { name: 'State', value: <HostBadge state={host.state} /> },
        { name: 'User', value: host.user },
        { name: 'Key', value: <CopyText text={host.fingerprint} maxLength={60} /> },
        {
          name: 'Sled',
          value:
            host.sledId && isIn ? (
              <TextLink to={paths.sledInstances({ sledId: host.sledId })}>{host.serial}</TextLink>
            ) : (
              (host.serial ?? <Dash />)
            ),
        },
      ]}
    >
      {host.state !== 'waiting' && <Checks host={host} />}
    </DetailPage>
  )
}

function Checks({ host }: { host: Host }) {
  if (host.checks.length === 0)
    return (
      <Card title="Checks">
        <p className="text-sm text-muted">The host is being checked. This takes up to a minute.</p>
      </Card>
    )
  return (
    <Card title="Checks" titleId="checks" text="A failed check keeps the host out of the rack. A warning does not.">
      <Table labelledBy="checks" columns={columns} rows={host.checks} rowKey={({ name }) => name} />
    </Card>
  )
}

function Notice({ host }: { host: Host }) {
  if (host.state === 'waiting') return <CompareKey host={host} />
  if (host.checks.some(({ name, state }) => name === 'key' && state === 'failed') && host.state === 'unreachable')
    return <ChangedKey host={host} />
  if (host.state === 'unreachable')
    return (
      <Message tone="danger" title="This host does not answer">
        Its instances may still run but cannot be managed. Their states are kept, and none are restarted.
      </Message>
    )
  if (host.state === 'ready')
    return <Message tone="success">The host fits. Add it to the rack to run instances on it.</Message>
  return null
}

function CompareKey({ host }: { host: Host }) {
  const trust = apiAction({
    label: 'The fingerprints are the same',
    operation: 'host_trust',
    params: { path: { host: host.id }, body: { fingerprint: host.fingerprint } },
    whyNot: useWhyNotFleet(),
  })
  return (
    <Card
      title="Compare the fingerprint"
      text="The setup script ended with a fingerprint. If it differs from this one, another machine answers at this address: remove this host."
      footer={<ActionButton action={trust} variant="primary" />}
    >
      {/* whole, also on a phone: people compare all of it */}
      <p className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{host.fingerprint}</code>
        <CopyButton text={host.fingerprint} label="Copy fingerprint" />
      </p>
      {host.user === 'root' && (
        <p className="mt-2 text-sm text-muted">The server signs in as root, so its key controls the host.</p>
      )}
    </Card>
  )
}

function ChangedKey({ host }: { host: Host }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Message
      tone="danger"
      title="The key of this host has changed"
      action={<Button onClick={() => setOpen(true)}>Trust new key</Button>}
    >
      Connections to it are refused. If the host was reinstalled, compare its new fingerprint. If not, another machine
      may be answering in its place.
      {isOpen && <TrustForm host={host} onClose={close} />}
    </Message>
  )
}
