// What a row in operations.ts says about its operation, and the groups of nouns that many rows touch together. No zod here.

export interface Facts {
  /** Works without credentials. */
  anonymous?: true
  /** How the body travels when it is not JSON. No schema reads bytes: the handler takes them. */
  encoding?: 'form' | 'bytes'
  /** MAX_BODY_BYTES unless given. */
  maxBodyBytes?: number
  websocket?: true
  /** Refusals of malformed requests look as RFC 6749 prescribes. */
  errors?: 'oauth'
  /** A POST that changes nothing. */
  readOnly?: true
  /** A write that nobody can see from elsewhere; some are sent by the thousand. It is logged, but not announced. */
  unseen?: true
  /** Nouns besides its own whose cached reads are stale afterwards. Too many cost a request, too few leave a page stale. */
  touches?: readonly string[]
  /** A read computed from these nouns: whatever touches one of them touches this noun too. */
  computedFrom?: readonly string[] | 'everything'
}

/** Method and path, and the facts if there are any. */
export type Row = string | readonly [route: string, facts: Facts]
export type Nouns = Readonly<Record<string, Readonly<Record<string, Row>>>>

export const VPC_PARTS = ['vpc_subnet', 'vpc_router', 'vpc_router_route', 'firewall_rule', 'internet_gateway'] as const
/** What the network map shows and the reachability check decides by. */
export const NETWORK = ['vpc', ...VPC_PARTS, 'instance', 'network_interface', 'external_ip', 'floating_ip'] as const
/** What the pages that open an area sum up. */
export const OVERVIEW = ['instance', 'project', 'silo', 'policy', 'utilization', 'issue'] as const
/** What a row in the list of instances shows beyond the instance itself. */
export const INSTANCE_PARTS = ['instance', 'disk', 'image', 'network_interface', 'external_ip', 'floating_ip'] as const
/** What the checklist of a new silo looks at. */
export const FIRST_STEPS = ['ip_pool', 'ssh_key', 'project', 'image', 'instance', 'policy'] as const
export const USAGE = ['utilization', 'metric', 'issue'] as const
const POOL = ['ip_pool', 'ip_pool_address'] as const
/** Changes whenever an address is taken or returned. */
export const POOL_USE = [...POOL, 'issue'] as const
export const CERTIFICATES = ['certificate', 'silo_certificate'] as const
/** Groups of people, in their own silo and as operators see them. */
export const SILO_GROUPS = ['group', 'silo_group'] as const
export const ADDRESSES = ['external_ip', 'floating_ip', ...POOL] as const
const GROUPS = ['affinity_group', 'anti_affinity_group'] as const
/** Changes whenever an instance starts, stops or fails. */
export const RUNNING = [...USAGE, ...GROUPS, 'sled', 'sled_load', 'serial_console', 'instance_failure'] as const
