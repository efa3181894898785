// The type of a row in operations.ts, and groups of nouns that many rows touch together. No zod here.

export interface Facts {
  /** Works without credentials. */
  anonymous?: true
  /** The body's encoding if it is not JSON. Bytes have no schema; the handler reads them. */
  encoding?: 'form' | 'bytes'
  /** The handler reads the bytes while they arrive. */
  streamed?: true
  /** Defaults to MAX_BODY_BYTES. */
  maxBodyBytes?: number
  /** No body is the same as an empty object. */
  optionalBody?: true
  websocket?: true
  /** Errors for malformed requests are formatted as in RFC 6749. */
  errors?: 'oauth'
  /** A POST that changes nothing. */
  readOnly?: true
  /** A write without visible effect for others; some arrive by the thousand. Logged but not sent as a live update. */
  unseen?: true
  /** Changes no permissions and ends no session, although other operations on its noun do. */
  keepsRights?: true
  /** Changes an account or hands out access, so access tokens with a scope cannot do it, whatever their owner may do. */
  account?: true
  /** Open to users who must choose another password or set up a second factor before they can do anything else. */
  enrolls?: true
  /** Other nouns whose cached reads become stale. Too many cost requests; too few leave pages stale. */
  touches?: readonly string[]
  /** This read is computed from these nouns: touching one of them touches this noun too. */
  computedFrom?: readonly string[] | 'everything'
}

/** Method and path, with optional facts. */
export type Row = string | readonly [route: string, facts: Facts]
export type Nouns = Readonly<Record<string, Readonly<Record<string, Row>>>>

export const VPC_PARTS = ['vpc_subnet', 'vpc_router', 'vpc_router_route', 'firewall_rule', 'internet_gateway'] as const
/** The inputs of the network map and the reachability check. */
export const NETWORK = ['vpc', ...VPC_PARTS, 'instance', 'network_interface', 'external_ip', 'floating_ip'] as const
/** What the network of a VPC consists of. Instances and probes bring interfaces and addresses. */
export const VPC_NETWORK = [
  'vpc',
  ...VPC_PARTS,
  'network_interface',
  'external_ip',
  'floating_ip',
  'probe',
  'external_network',
] as const
/** The inputs of the overview pages. */
export const OVERVIEW = ['instance', 'project', 'silo', 'policy', 'utilization', 'issue'] as const
/** The inputs of instance summaries. */
export const ARCHITECTURE = ['instance', 'disk', 'image', 'snapshot'] as const
export const INSTANCE_PARTS = ['instance', 'disk', 'image', 'network_interface', 'external_ip', 'floating_ip'] as const
/** The inputs of a new silo's checklist. */
export const FIRST_STEPS = ['external_network', 'ip_pool', 'ssh_key', 'project', 'image', 'instance', 'policy'] as const
export const USAGE = ['utilization', 'metric', 'issue'] as const
const POOL = ['ip_pool', 'ip_pool_address'] as const
/** Changes whenever an address is allocated or released. */
export const POOL_USE = [...POOL, 'issue'] as const
export const CERTIFICATES = ['certificate', 'silo_certificate'] as const
/** Groups, in their own silo and for operators. */
export const SILO_GROUPS = ['group', 'silo_group'] as const
/** Access tokens, in the published form and with our details. */
export const TOKENS = ['device_access_token', 'access_token'] as const
export const ADDRESSES = ['external_ip', 'floating_ip', ...POOL] as const
const GROUPS = ['affinity_group', 'anti_affinity_group'] as const
/** What is kept of deleted resources, and what that takes up. */
export const DELETED = ['deleted', 'deleted_usage'] as const
/** What may come back when something deleted is restored. */
export const RESTORED = [
  'instance',
  'disk',
  'snapshot',
  'image',
  'project',
  'policy',
  'vpc',
  ...VPC_PARTS,
  'network_interface',
  ...ADDRESSES,
  ...GROUPS,
  ...USAGE,
  'ssh_key',
  'deleted_usage',
] as const
/** What shows the name of an instance or depends on it, as its network does by firewall rules. */
export const INSTANCE_NAMES = ['instance', 'network_status', ...GROUPS, 'sled', 'issue'] as const
/** Changes whenever an instance starts, stops or fails. */
export const RUNNING = [...USAGE, ...GROUPS, 'sled', 'sled_load', 'serial_console', 'instance_failure'] as const
/** Changes whenever an instance begins to move. */
export const MOVES = ['instance', 'sled', 'sled_load', 'issue'] as const
