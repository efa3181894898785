// Every table, under its name in the database.
export { address_gap } from './tables/address-gap.ts'
export { affinity_group, affinity_group_member } from './tables/affinity-group.ts'
export {
  alert,
  alert_condition,
  alert_delivery,
  alert_receiver,
  alert_receiver_subscription,
  smtp_settings,
  webhook_secret,
} from './tables/alerts/alert.ts'
export { member_address } from './tables/alerts/member-address.ts'
export { allow_list } from './tables/allow-list.ts'
export { anti_affinity_group, anti_affinity_group_member } from './tables/anti-affinity-group.ts'
export { certificate } from './tables/certificate.ts'
export { console_run } from './tables/console-run.ts'
export { data_directory, secret_key } from './tables/data-directory.ts'
export { deleted } from './tables/deleted/deleted.ts'
export { device_access_token, device_auth_request } from './tables/device-auth.ts'
export { disk, disk_import_chunk, disk_import_claim } from './tables/storage/disk.ts'
export { disk_copy } from './tables/storage/disk-copy.ts'
export { audit_checkpoint, audit_setting, event } from './tables/event.ts'
export { external_ip, snat_address } from './tables/external-ip.ts'
export { external_network } from './tables/external-network.ts'
export { address_lot, address_lot_block } from './tables/fabric/address-lot.ts'
export { bfd_session } from './tables/fabric/bfd.ts'
export { bgp_announce_set, bgp_announcement, bgp_config } from './tables/fabric/bgp.ts'
export { loopback_address } from './tables/fabric/loopback-address.ts'
export {
  switch_port_settings,
  switch_port_settings_address,
  switch_port_settings_bgp_peer,
} from './tables/fabric/switch-port-settings.ts'
export { switch_port } from './tables/fabric/switch-port.ts'
export { failover, failover_instance, sled_fence } from './tables/failover.ts'
export { firewall_rule } from './tables/firewall-rule.ts'
export { floating_ip } from './tables/floating-ip.ts'
export { host, host_setup } from './tables/hardware/host.ts'
export { image, image_upload } from './tables/storage/image.ts'
export { saml_assertion, saml_identity_provider } from './tables/login/identity-provider.ts'
export { installation } from './tables/installation.ts'
export {
  installation_backup,
  installation_backup_schedule,
  installation_repository,
} from './tables/storage/installation-backup.ts'
export { instance_ssh_key } from './tables/instance-ssh-key.ts'
export {
  instance,
  instance_cd,
  instance_clone,
  instance_migration,
  instance_placement,
  instance_rollback,
} from './tables/instance.ts'
export { internet_gateway, internet_gateway_ip_address, internet_gateway_ip_pool } from './tables/internet-gateway.ts'
export { ip_pool, ip_pool_range, ip_pool_silo } from './tables/ip-pool.ts'
export { invitation } from './tables/login/invitation.ts'
export { backup, backup_disk, backup_repository, backup_restore, backup_target } from './tables/storage/backup.ts'
export { lease } from './tables/lease.ts'
export { loop_trouble } from './tables/loop-trouble.ts'
export { login_attempt } from './tables/login/login-attempt.ts'
export { metric_sample, metric_sample_minute, metric_sample_quarter, metric_source } from './tables/metric.ts'
export { network_interface } from './tables/network-interface.ts'
export { physical_disk } from './tables/physical-disk.ts'
export { probe } from './tables/probe.ts'
export { project } from './tables/project.ts'
export { protection_policy, protection_run, recovery_point } from './tables/storage/protection-policy.ts'
export { project_usage, sampled_period, silo_quota, silo_usage, usage_sample } from './tables/quota.ts'
export { rack } from './tables/rack.ts'
export { role_assignment } from './tables/role-assignment.ts'
export { oidc_login, oidc_provider } from './tables/login/oidc-provider.ts'
export { passkey, recovery_code, spent_challenge, totp } from './tables/login/second-factor.ts'
export { session } from './tables/login/session.ts'
export { silo_group, silo_group_member } from './tables/silo-group.ts'
export { service_account, silo_user } from './tables/silo-user.ts'
export { first_steps, silo } from './tables/silo.ts'
export { simulated_machine, simulated_output, simulated_past, simulated_run } from '../simulated/machine-table.ts'
export { simulated_network } from '../simulated/network-table.ts'
export { simulated_switch } from '../simulated/switch-table.ts'
export { sled, sled_drain, sled_drain_instance } from './tables/sled.ts'
export { snapshot } from './tables/storage/snapshot.ts'
export { ssh_key } from './tables/ssh-key.ts'
export { support_bundle } from './tables/support-bundle.ts'
export { rack_switch as switch } from './tables/switch.ts'
export { target_release } from './tables/target-release.ts'
export { uninitialized_sled } from './tables/hardware/uninitialized-sled.ts'
export { volume } from './tables/storage/volume.ts'
export { vpc_router_route } from './tables/vpc-router-route.ts'
export { vpc_router } from './tables/vpc-router.ts'
export { vpc_subnet } from './tables/vpc-subnet.ts'
export { vpc, vpc_network } from './tables/vpc.ts'
