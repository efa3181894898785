// Which nouns an operation may have changed: what the console re-reads after it, and what an event is about. No zod here.
// What forgets to name a noun leaves somebody's screen stale, so a write names too much rather than too little.
import { nounOf, operations, type Noun, type OperationId } from './operations.ts'

/** Asked with POST for the length of the question; nothing changes. */
const questions = new Set<OperationId>(['timeseries_query', 'system_timeseries_query', 'device_access_token'])

/** Writes that nobody can see from elsewhere, some of them sent by the thousand. */
const unseen = new Set<OperationId>([
  'disk_bulk_write_import',
  'disk_blocks_write',
  'device_auth_request',
  'device_auth_confirm',
])

const vpcParts = ['vpc_subnet', 'vpc_router', 'vpc_router_route', 'firewall_rule', 'internet_gateway'] as const
const groups = ['affinity_group', 'anti_affinity_group'] as const
const use = ['utilization', 'metric'] as const
const pool = ['ip_pool', 'ip_pool_address'] as const
const addresses = ['external_ip', 'floating_ip', ...pool] as const
const running = [...use, ...groups, 'sled', 'sled_load', 'serial_console', 'instance_failure'] as const

const alsoTouched: Partial<Record<OperationId, readonly Noun[]>> = {
  login_saml: ['me', 'user', 'group'],
  login_local: ['me'],
  logout: ['me'],

  project_create: ['vpc', ...vpcParts, 'policy'],
  project_update: ['sled', 'sled_load', 'ip_pool_address'],
  project_delete: ['policy'],

  system_policy_update: ['fleet_role'],
  policy_update: ['fleet_role'],
  silo_policy_update: ['fleet_role'],
  silo_create: ['quota', 'utilization', 'certificate', 'group', 'policy'],
  silo_delete: ['quota', 'utilization', 'identity_provider', 'certificate', 'ip_pool', 'user', 'group', 'policy'],
  silo_quotas_update: ['utilization'],
  local_idp_user_delete: ['group', 'ssh_key'],

  instance_create: ['disk', 'network_interface', 'vpc_subnet', ...addresses, 'ssh_key', ...running],
  instance_delete: ['disk', 'network_interface', 'vpc_subnet', ...addresses, 'ssh_key', ...running],
  instance_start: running,
  instance_stop: running,
  instance_reboot: running,

  disk_create: use,
  disk_delete: use,
  disk_finalize_import: ['snapshot', ...use],
  instance_disk_attach: ['instance'],
  instance_disk_detach: ['instance'],
  snapshot_create: ['disk', ...use],
  snapshot_delete: use,

  vpc_create: vpcParts,
  vpc_delete: vpcParts,
  vpc_subnet_create: ['vpc_router_route'],
  vpc_subnet_update: ['vpc_router_route'],
  vpc_subnet_delete: ['vpc_router_route'],
  vpc_router_delete: ['vpc_router_route', 'vpc_subnet'],
  internet_gateway_delete: ['vpc_router_route'],

  instance_network_interface_create: ['vpc_subnet'],
  instance_network_interface_update: ['vpc_subnet'],
  instance_network_interface_delete: ['vpc_subnet'],

  instance_ephemeral_ip_attach: pool,
  instance_ephemeral_ip_detach: pool,
  floating_ip_create: pool,
  floating_ip_update: ['external_ip', 'ip_pool_address'],
  floating_ip_delete: pool,
  floating_ip_attach: ['external_ip', 'ip_pool_address'],
  floating_ip_detach: ['external_ip', 'ip_pool_address'],
  ip_pool_delete: ['internet_gateway'],
  ip_pool_silo_link: ['internet_gateway'],
  ip_pool_silo_update: ['internet_gateway'],
  ip_pool_silo_unlink: ['internet_gateway'],
  probe_create: [...pool, 'vpc_subnet'],
  probe_delete: [...pool, 'vpc_subnet'],

  networking_switch_port_settings_create: ['switch_port'],
  networking_switch_port_settings_delete: ['switch_port'],
}

/** What changes with an outcome, which no operation brings: a machine came up, or failed. */
const alongside: Partial<Record<Noun, readonly Noun[]>> = { instance: running, sled: ['physical_disk', 'sled_load'] }

/** The nouns whose cached reads are stale after a thing has become something else by itself. */
export const outcomeTouches = (noun: Noun): readonly Noun[] => [noun, ...(alongside[noun] ?? [])]

export function isWrite(operation: OperationId): boolean {
  return !/^(GET|HEAD) /.test(operations[operation]) && !questions.has(operation)
}

/** The nouns whose cached reads are stale after this operation; none for a read. */
export function touches(operation: OperationId): readonly Noun[] {
  if (!isWrite(operation) || unseen.has(operation)) return []
  return [nounOf[operation], ...(alsoTouched[operation] ?? [])]
}
