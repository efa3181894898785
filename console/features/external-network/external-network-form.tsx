// Creating and editing an external network.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { nextHopProblem, poolRangeProblem } from '#contract/external-network-checks.ts'
import { canonical, isIpv4, isIpv4Net } from '#contract/ip.ts'
import { MAX_DNS_SERVERS, MAX_EXTERNAL_NETWORK_POOLS, MAX_GATEWAY_HOSTS, MAX_VLAN } from '#contract/limits.ts'
import { capitalize } from '#contract/errors.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { EntryListField } from '../../form/entry-list-field.tsx'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData, useLoad } from '../../use-api.ts'
import { first1000SystemIpPools, ipPoolRanges } from '../ip-pool/ip-pool-queries.ts'
import { externalNetworkView, first1000ExternalNetworks, systemNetwork } from './external-network-queries.ts'

type ExternalNetwork = Model<'ExternalNetwork'>

interface Values {
  name: string
  description: string
  physicalNetwork: string
  vlan: number
  prefix: string
  nextHop: string
  ipPools: string[]
  ipPoolsDraft: string
  dnsServers: string[]
  dnsServersDraft: string
  hosts: string[]
  hostsDraft: string
}

interface ExternalNetworkFormProps {
  /** the network to edit; creates one if omitted */
  network?: ExternalNetwork
  /** the name of a pool that should live in a new one */
  pool?: string | undefined
  onDone: (saved: void) => unknown
  onClose: () => void
}

export function ExternalNetworkForm({ network, pool, onDone, onClose }: ExternalNetworkFormProps) {
  const pools = useData(first1000SystemIpPools()).items
  const poolNames = new Map(pools.map(({ id, name }) => [id, name]))
  const defaultValues: Values = {
    name: network?.name ?? '',
    description: network?.description ?? '',
    physicalNetwork: network?.physicalNetwork ?? '',
    vlan: network?.vlan ?? NaN,
    prefix: network?.prefix ?? '',
    nextHop: network?.nextHop ?? '',
    ipPools: network ? network.ipPoolIds.map((id) => poolNames.get(id) ?? id) : pool ? [pool] : [],
    ipPoolsDraft: '',
    dnsServers: network?.dnsServers ?? [],
    dnsServersDraft: '',
    hosts: network?.hosts ?? [],
    hostsDraft: '',
  }
  const shared = {
    defaultValues,
    whyNot: useWhyNotFleet(),
    onClose,
    onSuccess(saved: ExternalNetwork) {
      if (network) toast({ content: `External network ${saved.name} updated`, undo: undoOf(network, saved) })
      else toast(`External network ${saved.name} created`)
      return onDone()
    },
    children: <Fields network={network} />,
  }
  return network ? (
    <SideForm
      {...shared}
      operation="external_network_update"
      title="Edit external network"
      submitLabel="Update external network"
      toParams={(values: Values) => ({ path: { network: network.id }, body: bodyOf(values) })}
    />
  ) : (
    <SideForm
      {...shared}
      operation="external_network_create"
      title="Create external network"
      toParams={(values: Values) => ({ body: bodyOf(values) })}
    />
  )
}

const bodyOf = ({ ipPoolsDraft: _1, dnsServersDraft: _2, hostsDraft: _3, vlan, ...values }: Values) => ({
  ...values,
  physicalNetwork: values.physicalNetwork.trim(),
  prefix: values.prefix.trim(),
  nextHop: values.nextHop.trim(),
  vlan: Number.isNaN(vlan) ? null : vlan,
})

const undoOf = (before: ExternalNetwork, saved: ExternalNetwork) =>
  undoEdit({
    noun: 'External network',
    before,
    saved,
    query: externalNetworkView(saved.id),
    edited: ['physicalNetwork', 'vlan', 'prefix', 'nextHop', 'ipPoolIds', 'dnsServers', 'hosts'],
    restore: (naming) => {
      const { physicalNetwork, vlan, prefix, nextHop, ipPoolIds, dnsServers, hosts } = before
      const body = { ...naming, physicalNetwork, vlan, prefix, nextHop, ipPools: ipPoolIds, dnsServers, hosts }
      return send('external_network_update', { path: { network: saved.id }, body })
    },
  })

const isBlank = (text: string) => text.trim() === ''
const isPrefix = (text: string) => isBlank(text) || isIpv4Net(text.trim()) || 'Must be IPv4, such as 203.0.113.0/24'
const isAddress = (text: string) => isBlank(text) || isIpv4(text.trim()) || 'Must be an IPv4 address'
const wordProblem = (text: string) =>
  /^[\w.-]+$/.test(text) ? undefined : 'Can only contain letters, numbers, dots, dashes and underscores'
const isWord = (text: string) => isBlank(text) || (wordProblem(text.trim()) ?? true)

function Fields({ network }: { network: ExternalNetwork | undefined }) {
  const { getValues } = useFormContext<Values>()
  const isInPrefix = (hop: string) => {
    const problem = nextHopProblem(getValues('prefix').trim(), hop.trim())
    return problem === undefined || capitalize(problem)
  }
  return (
    <>
      <NameField />
      <DescriptionField />
      <TextField
        name="physicalNetwork"
        label="Physical network"
        required
        mono
        help="Its name in ovn-bridge-mappings on the hosts."
        rules={{ validate: { isWord } }}
      />
      <NumberField
        name="vlan"
        label="VLAN"
        required={false}
        min={1}
        max={MAX_VLAN}
        keepTooLarge
        help="Leave blank for untagged frames."
      />
      <TextField name="prefix" label="Prefix" required mono rules={{ validate: { isPrefix } }} />
      <TextField
        name="nextHop"
        label="Next hop"
        required
        mono
        help="The router to all other networks."
        rules={{ validate: { isAddress, isInPrefix } }}
      />
      <PoolsField network={network} />
      <EntryListField
        name="dnsServers"
        label="DNS servers"
        noun="DNS server"
        header="Address"
        help="Resolve names outside the VPC for instances."
        max={MAX_DNS_SERVERS}
        check={(text) => (isIpv4(text) ? undefined : 'Must be an IPv4 address')}
        canonical={canonical}
      />
      <HostsField />
    </>
  )
}

function PoolsField({ network }: { network: ExternalNetwork | undefined }) {
  const others = useData(first1000ExternalNetworks()).items.filter(({ id }) => id !== network?.id)
  const elsewhere = new Set(others.flatMap(({ ipPoolIds }) => ipPoolIds))
  const pools = useData(first1000SystemIpPools()).items.filter(({ id }) => !elsewhere.has(id))
  const chosen = useWatch<Values, 'ipPools'>({ name: 'ipPools' })
  return (
    <>
      <EntryListField
        name="ipPools"
        label="IP pools"
        noun="IP pool"
        header="Name"
        help="Pools with addresses in the prefix. Each pool belongs to one external network."
        max={MAX_EXTERNAL_NETWORK_POOLS}
        items={pools.map(({ name }) => ({ value: name, label: name }))}
        emptyText="There are no other pools"
      />
      {chosen.map((name) => (
        <RangeProblems key={name} pool={name} />
      ))}
    </>
  )
}

/** The server would refuse the pool. */
function RangeProblems({ pool }: { pool: string }) {
  const ranges = useLoad(ipPoolRanges(pool)).data?.items ?? []
  const [prefix, nextHop] = useWatch<Values, ['prefix', 'nextHop']>({ name: ['prefix', 'nextHop'] })
  if (!isIpv4Net(prefix.trim())) return null
  const settings = { prefix: prefix.trim(), next_hop: nextHop.trim() }
  const problem = ranges.map(({ range }) => poolRangeProblem(settings, range)).find(Boolean)
  return problem ? (
    <Message tone="notice" title={`IP pool ${pool} does not fit`}>
      {capitalize(problem)}.
    </Message>
  ) : null
}

function HostsField() {
  const answer = useData(systemNetwork())
  const parts = answer.type === 'success' ? answer.data.parts : []
  const hosts = parts.filter(({ kind }) => kind === 'host').map(({ name }) => ({ value: name, label: name }))
  return (
    <EntryListField
      name="hosts"
      label="Hosts"
      noun="host"
      header="Name"
      required
      help="Hosts that can carry its traffic, in order of preference. The first one that works does."
      max={MAX_GATEWAY_HOSTS}
      items={hosts.length > 0 ? hosts : undefined}
      arbitrary
      check={wordProblem}
    />
  )
}
