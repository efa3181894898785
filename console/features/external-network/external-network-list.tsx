// All external networks, with the pools that live there.
import { Globe } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { NotOffered } from '../../table/not-offered.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useData } from '../../use-api.ts'
import { first1000SystemIpPools } from '../ip-pool/ip-pool-queries.ts'
import { externalNetworkList } from './external-network-queries.ts'

const ExternalNetworkForm = lazyPopup(
  async () => (await import('./external-network-form.lazy.tsx')).ExternalNetworkForm,
)

type ExternalNetwork = Model<'ExternalNetwork'>

const columnsOf = (poolNames: ReadonlyMap<string, string>): ResourceColumn<ExternalNetwork>[] => {
  const poolsOf = ({ ipPoolIds }: ExternalNetwork) => ipPoolIds.map((id) => poolNames.get(id) ?? id)
  return [
    nameColumn(),
    descriptionColumn(),
    {
      id: 'physical',
      header: 'Physical network',
      text: physicalText,
      cell: physicalText,
    },
    { id: 'prefix', header: 'Prefix', early: true, text: ({ prefix }) => prefix, cell: ({ prefix }) => prefix },
    { id: 'hop', header: 'Next hop', text: ({ nextHop }) => nextHop, cell: ({ nextHop }) => nextHop },
    {
      id: 'pools',
      header: 'IP pools',
      text: (row) => poolsOf(row).join(', '),
      cell: (row) => <PoolLinks names={poolsOf(row)} />,
    },
    {
      id: 'hosts',
      header: 'Hosts',
      text: ({ hosts }) => hosts.join(', '),
      cell: ({ hosts }) => hosts.join(', ') || <Dash />,
    },
    createdColumn(),
    idColumn(),
  ]
}

const physicalText = ({ physicalNetwork, vlan }: ExternalNetwork) =>
  vlan === null ? physicalNetwork : `${physicalNetwork}, VLAN ${vlan}`

function PoolLinks({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Dash />
  return names.map((pool, index) => (
    <span key={pool}>
      {index > 0 && ', '}
      <TextLink to={paths.ipPool({ pool })}>{pool}</TextLink>
    </span>
  ))
}

export default function ExternalNetworkList() {
  const whyNot = useWhyNotFleet()
  const isUnneeded = usePlatform()?.needsExternalNetworks === false
  const poolNames = new Map(useData(first1000SystemIpPools()).items.map(({ id, name }) => [id, name]))
  const [edited, edit] = useState<ExternalNetwork>()
  const close = () => edit(undefined)
  if (useData(externalNetworkList()).isMissing) return <NotOffered />
  const actions = (network: ExternalNetwork): Action[] => [
    { label: 'Edit', icon: 'edit', whyNot, run: () => edit(network) },
    deleteAction({
      kind: 'external network',
      name: network.name,
      operation: 'external_network_delete',
      params: { path: { network: network.name } },
      whyNot,
      consequence: 'External addresses of its pools stop working until the pools are in another one. Pools are kept.',
    }),
  ]
  return (
    <ResourcePage
      isTab
      title="Networks"
      icon={Globe}
      create={[{ label: 'New external network', whyNot, to: paths.externalNetworksNew() }]}
      overview={isUnneeded && <UnneededNotice />}
      label="external networks"
      list={externalNetworkList}
      columns={columnsOf(poolNames)}
      actions={actions}
      empty="An external network says where the addresses of IP pools live, and which hosts carry their traffic."
    >
      {edited && <ExternalNetworkForm network={edited} onDone={close} onClose={close} />}
    </ResourcePage>
  )
}

const UnneededNotice = () => (
  <div className="mb-5">
    <Message>Networks are simulated. External networks take effect once VPCs run on OVN.</Message>
  </div>
)
