// Every table, parents before children. To add one: declare it in tables/, list it here, create it in a migration.
import type { Columns, Kind, Table } from './define.ts'
import { address_gap } from './tables/address-gap.ts'
import { address_lot, address_lot_block } from './tables/fabric/address-lot.ts'
import { affinity_group, affinity_group_member } from './tables/affinity-group.ts'
import { allow_list } from './tables/allow-list.ts'
import { anti_affinity_group, anti_affinity_group_member } from './tables/anti-affinity-group.ts'
import { bfd_session } from './tables/fabric/bfd.ts'
import { bgp_announce_set, bgp_announcement, bgp_config } from './tables/fabric/bgp.ts'
import { certificate } from './tables/certificate.ts'
import { data_directory } from './tables/data-directory.ts'
import { device_access_token, device_auth_request } from './tables/device-auth.ts'
import { disk, disk_import_chunk, disk_import_claim } from './tables/disk.ts'
import { event } from './tables/event.ts'
import { external_ip, snat_address } from './tables/external-ip.ts'
import { console_run } from './tables/console-run.ts'
import { firewall_rule } from './tables/firewall-rule.ts'
import { floating_ip } from './tables/floating-ip.ts'
import { saml_assertion, saml_identity_provider } from './tables/identity-provider.ts'
import { image } from './tables/image.ts'
import { instance_ssh_key } from './tables/instance-ssh-key.ts'
import { instance } from './tables/instance.ts'
import { internet_gateway, internet_gateway_ip_address, internet_gateway_ip_pool } from './tables/internet-gateway.ts'
import { ip_pool, ip_pool_range, ip_pool_silo } from './tables/ip-pool.ts'
import { lease } from './tables/lease.ts'
import { login_attempt } from './tables/login-attempt.ts'
import { loopback_address } from './tables/fabric/loopback-address.ts'
import { metric_sample, metric_sample_minute, metric_sample_quarter, metric_source } from './tables/metric.ts'
import { network_interface } from './tables/network-interface.ts'
import { physical_disk } from './tables/physical-disk.ts'
import { probe } from './tables/probe.ts'
import { project } from './tables/project.ts'
import { project_usage, silo_quota, silo_usage, usage_sample } from './tables/quota.ts'
import { rack } from './tables/rack.ts'
import { role_assignment } from './tables/role-assignment.ts'
import { session } from './tables/session.ts'
import { silo_group, silo_group_member } from './tables/silo-group.ts'
import { silo_user } from './tables/silo-user.ts'
import { first_steps, silo } from './tables/silo.ts'
import { simulated_machine, simulated_output, simulated_past, simulated_run } from './tables/simulated/machine.ts'
import { simulated_switch } from './tables/simulated/switch.ts'
import { sled } from './tables/sled.ts'
import { snapshot } from './tables/snapshot.ts'
import { ssh_key } from './tables/ssh-key.ts'
import { support_bundle } from './tables/support-bundle.ts'
import {
  switch_port_settings,
  switch_port_settings_address,
  switch_port_settings_bgp_peer,
} from './tables/fabric/switch-port-settings.ts'
import { switch_port } from './tables/fabric/switch-port.ts'
import { rack_switch } from './tables/switch.ts'
import { target_release } from './tables/target-release.ts'
import { uninitialized_sled } from './tables/uninitialized-sled.ts'
import { volume } from './tables/volume.ts'
import { vpc_router_route } from './tables/vpc-router-route.ts'
import { vpc_router } from './tables/vpc-router.ts'
import { vpc_subnet } from './tables/vpc-subnet.ts'
import { vpc } from './tables/vpc.ts'

export const tables = {
  silo,
  silo_quota,
  silo_usage,
  silo_user,
  silo_group,
  silo_group_member,
  role_assignment,
  session,
  certificate,
  first_steps,
  login_attempt,
  ssh_key,
  saml_identity_provider,
  saml_assertion,
  device_auth_request,
  device_access_token,
  project,
  project_usage,
  usage_sample,
  event,
  lease,
  data_directory,
  rack,
  sled,
  physical_disk,
  switch: rack_switch,
  uninitialized_sled,
  address_lot,
  address_lot_block,
  loopback_address,
  bgp_announce_set,
  bgp_announcement,
  bgp_config,
  bfd_session,
  switch_port_settings,
  switch_port_settings_address,
  switch_port_settings_bgp_peer,
  switch_port,
  allow_list,
  target_release,
  support_bundle,
  instance,
  console_run,
  instance_ssh_key,
  affinity_group,
  affinity_group_member,
  anti_affinity_group,
  anti_affinity_group_member,
  ip_pool,
  ip_pool_range,
  ip_pool_silo,
  vpc,
  vpc_router,
  vpc_subnet,
  vpc_router_route,
  firewall_rule,
  internet_gateway,
  internet_gateway_ip_pool,
  internet_gateway_ip_address,
  address_gap,
  external_ip,
  snat_address,
  floating_ip,
  network_interface,
  disk,
  disk_import_chunk,
  disk_import_claim,
  snapshot,
  image,
  volume,
  probe,
  simulated_machine,
  simulated_output,
  simulated_run,
  simulated_past,
  simulated_switch,
  metric_source,
  metric_sample,
  metric_sample_minute,
  metric_sample_quarter,
}

export type Schema = { [K in keyof typeof tables]: Columns<(typeof tables)[K]> }

/** Engines look up result columns by name alone, so a column name has one kind in all tables (see schema.spec.ts). */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.values<Table>(tables).flatMap((table) =>
    Object.entries(table.columns).map(([name, column]): [string, Kind] => [name, column.kind]),
  ),
)
