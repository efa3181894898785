// The external IPs of an instance, with actions to attach and detach them.
import { MAX_EXTERNAL_IPS } from '#contract/limits.ts'
import { Globe } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useData, useLoad } from '../../../use-api.ts'
import { apiAction, copyIdAction, copyTextAction, type Action } from '../../../action/action.tsx'
import { IpLink } from './ip-link.tsx'
import { TextLink } from '../../../frame/link.tsx'
import { paths } from '../../../paths.ts'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { useOptions } from '../../../form/use-options.ts'
import { first1000FloatingIps, floatingIpList } from '../../floating-ip/floating-ip-queries.ts'
import { atInstance, instanceExternalIps, instanceInterfaces, instanceView } from '../instance-queries.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { TableCard } from '../../../table/table-card.tsx'
import { Truncate } from '../../../ui/display/copy.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Dash } from '../../../ui/display/dash.tsx'
import type { Column } from '../../../ui/display/table.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'

type ExternalIp = Model<'ExternalIp'>

const EphemeralForm = lazyPopup(async () => (await import('./external-ip-form.lazy.tsx')).EphemeralIpForm)
const FloatingForm = lazyPopup(async () => (await import('./external-ip-form.lazy.tsx')).FloatingIpAttachForm)

const kinds = {
  ephemeral: 'Released when it is detached or the instance is deleted',
  floating: 'Belongs to the project and can move to another instance',
}

const columnsOf = (project: string): Column<ExternalIp>[] => [
  { id: 'ip', header: 'IP', cell: ({ ip }) => <IpLink ip={ip} /> },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind }) => (
      <Tooltip content={kinds[kind]}>
        <span>
          <Badge>{kind}</Badge>
        </span>
      </Tooltip>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    cell: (ip) => (ip.kind === 'floating' ? <FloatingIpLink project={project} name={ip.name} /> : <Dash />),
  },
  {
    id: 'description',
    header: 'Description',
    cell: (ip) =>
      ip.kind === 'floating' && ip.description ? <Truncate text={ip.description} maxLength={48} /> : <Dash />,
  },
]

const FloatingIpLink = ({ project, name }: { project: string; name: string }) => (
  <TextLink to={paths.floatingIpEdit({ project, floatingIp: name })}>{name}</TextLink>
)

export function ExternalIpsCard({ project, name }: { project: string; name: string }) {
  const [open, setOpen] = useState<'ephemeral' | 'floating'>()
  const close = () => setOpen(undefined)
  const instance = useData(instanceView(project, name))
  const { items } = useData(instanceExternalIps(project, name))
  const hasInterface = useData(instanceInterfaces(project, name)).items.length > 0
  const first = useLoad(first1000FloatingIps(project)).data
  const free = useOptions(first, (page) => floatingIpList(project, page)).filter(({ instanceId }) => !instanceId)
  const sorted = items.toSorted((a, b) => Number(a.kind === 'ephemeral') - Number(b.kind === 'ephemeral'))
  const hasEphemeral = items.some(({ kind }) => kind === 'ephemeral')
  const floating = items.filter(({ kind }) => kind === 'floating').length
  const whyNotFloating =
    floating >= MAX_EXTERNAL_IPS
      ? `An instance can have at most ${MAX_EXTERNAL_IPS} floating IPs`
      : first && free.length === 0
        ? 'No floating IPs available in this project'
        : hasInterface
          ? undefined
          : 'Add a network interface first'
  return (
    <TableCard
      title="External IPs"
      buttons={[
        ...(!hasEphemeral && hasInterface
          ? [
              {
                label: 'Attach ephemeral IP',
                sends: 'instance_ephemeral_ip_attach' as const,
                run: () => setOpen('ephemeral'),
              },
            ]
          : []),
        {
          label: 'Attach floating IP',
          sends: 'floating_ip_attach',
          whyNot: whyNotFloating,
          run: () => setOpen('floating'),
        },
      ]}
      columns={columnsOf(project)}
      rows={sorted}
      rowKey={({ ip, kind }) => `${kind} ${ip}`}
      rowLabel={({ ip }) => ip}
      actions={(ip) => actionsOf(project, name, ip)}
      empty={
        <EmptyState
          icon={<Icon icon={Globe} />}
          title="No external IPs"
          text="Attach an IP to reach this instance from outside. Firewall rules still apply."
        />
      }
    >
      {open === 'ephemeral' && <EphemeralForm project={project} instance={name} onClose={close} />}
      {open === 'floating' && <FloatingForm instance={instance} free={free} onClose={close} />}
    </TableCard>
  )
}

function actionsOf(project: string, instance: string, address: ExternalIp): Action[] {
  const { ip } = address
  return [
    ...(address.kind === 'floating' ? [copyIdAction(address.id)] : []),
    copyTextAction('Copy IP address', ip),
    detachAction(project, instance, address),
  ]
}

function detachAction(project: string, instance: string, address: ExternalIp): Action {
  const { ip } = address
  const shared = { label: 'Detach', icon: 'detach', caution: true } as const
  const ask = {
    title: `Detach ${address.kind} IP`,
    actionLabel: `Detach ${address.kind} IP`,
    errorTitle: `Could not detach ${ip}`,
    content: (
      <>
        Detach <strong>{ip}</strong> from <strong>{instance}</strong>? It will no longer be reachable there.{' '}
        {address.kind === 'floating' ? 'The project keeps the IP.' : 'The IP is released.'}
      </>
    ),
  }
  if (address.kind === 'floating') {
    return apiAction({
      ...shared,
      ask,
      operation: 'floating_ip_detach',
      params: { path: { floatingIp: address.id } },
      done: `Floating IP ${address.name} detached`,
    })
  }
  return apiAction({
    ...shared,
    ask,
    operation: 'instance_ephemeral_ip_detach',
    params: atInstance(project, instance),
    done: 'Ephemeral IP detached',
  })
}
