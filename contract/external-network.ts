// Networks outside, where pools of external addresses live. An addition of ours, for operators.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { vlanProblem } from './external-network-checks.ts'
import { MAX_DNS_SERVERS, MAX_EXTERNAL_NETWORK_POOLS, MAX_GATEWAY_HOSTS } from './limits.ts'
import { Ipv4Net, NameOrId, identity, ipv4, maybe, naming, renaming, uint16, upTo, uuid } from './values.ts'

const MAX_TEXT = 255
/** No spaces: the hosts list it in settings that are separated by them. */
const word = (what: string) =>
  z
    .string()
    .max(MAX_TEXT)
    .regex(/^[\w.-]+$/, `${what} consists of letters, digits, dots, hyphens and underscores`)

const settings = {
  /** What the hosts call it in their bridge mappings. */
  physical_network: word('a physical network'),
  /** Null: untagged. */
  vlan: maybe(uint16.refine((vlan) => !vlanProblem(vlan), { error: (issue) => vlanProblem(Number(issue.input)) })),
  /** Its external addresses are in here. */
  prefix: Ipv4Net,
  /** The router that leads to everywhere else. */
  next_hop: ipv4,
  /** What instances ask for names outside their VPC. */
  dns_servers: upTo(MAX_DNS_SERVERS, ipv4).default([]),
  /** The hosts that may carry its traffic. The first of them that works does. */
  hosts: upTo(MAX_GATEWAY_HOSTS, word('the name of a host')).default([]),
}

/** The pools that live there. A pool lives in one network. */
const ip_pools = upTo(MAX_EXTERNAL_NETWORK_POOLS, NameOrId)

export const ExternalNetwork = z.object({ ...identity, ...settings, ip_pool_ids: z.array(uuid) })
export const ExternalNetworkCreate = z.object({ ...naming, ...settings, ip_pools: ip_pools.default([]) })
/** Replaces the settings. Left out, the name, the description and the pools stay as they are. */
export const ExternalNetworkUpdate = z.object({ ...renaming, ...settings, ip_pools: ip_pools.optional() })

const at = { path: { network: NameOrId } }

export const externalNetwork = {
  external_network_list: list(ExternalNetwork, byNameOrId),
  external_network_create: { body: ExternalNetworkCreate, status: 201, answer: ExternalNetwork },
  external_network_view: { ...at, status: 200, answer: ExternalNetwork },
  external_network_update: { ...at, body: ExternalNetworkUpdate, status: 200, answer: ExternalNetwork },
  external_network_delete: { ...at, status: 204 },
} satisfies Operations<'external_network'>
