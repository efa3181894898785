// The whole published API on one page: every operation by noun, with everything known about it except its schemas, which are in the
// noun's own file. Our own operations are in additions.ts. No zod: the console imports this.
import { additions } from './additions.ts'
import { MAX_BULK_WRITE_BODY_BYTES, MAX_PORT_SETTINGS_BODY_BYTES } from './limits.ts'
import {
  CERTIFICATES,
  SILO_GROUPS,
  ADDRESSES,
  DELETED,
  POOL_USE,
  RUNNING,
  TOKENS,
  USAGE,
  VPC_PARTS,
  type Facts,
  type Nouns,
  type Row,
} from './operation-row.ts'

export const nouns = {
  ping: {
    ping: ['GET /v1/ping', { anonymous: true }],
  },
  session: {
    login_saml: [
      'POST /login/{silo_name}/saml/{provider_name}',
      { anonymous: true, encoding: 'bytes', touches: ['me', 'own_session', 'user', ...SILO_GROUPS] },
    ],
    login_local: [
      'POST /v1/login/{silo_name}/local',
      { anonymous: true, keepsRights: true, touches: ['me', 'own_session'] },
    ],
    logout: ['POST /v1/logout', { anonymous: true, touches: ['me', 'own_session', ...TOKENS] }],
    user_session_list: 'GET /v1/users/{user_id}/sessions',
    user_logout: ['POST /v1/users/{user_id}/logout', { account: true, touches: ['own_session', ...TOKENS] }],
  },
  device_auth: {
    device_auth_request: ['POST /device/auth', { anonymous: true, encoding: 'form', unseen: true }],
    device_auth_confirm: ['POST /device/confirm', { account: true, touches: TOKENS }],
    device_access_token: ['POST /device/token', { anonymous: true, encoding: 'form', errors: 'oauth', readOnly: true }],
  },
  me: {
    current_user_view: ['GET /v1/me', { enrolls: true }],
    current_user_groups: 'GET /v1/me/groups',
  },
  device_access_token: {
    current_user_access_token_list: 'GET /v1/me/access-tokens',
    current_user_access_token_delete: [
      'DELETE /v1/me/access-tokens/{token_id}',
      { account: true, touches: ['access_token'] },
    ],
    user_token_list: 'GET /v1/users/{user_id}/access-tokens',
  },
  auth_settings: {
    auth_settings_view: 'GET /v1/auth-settings',
    auth_settings_update: ['PUT /v1/auth-settings', { touches: ['silo_auth_settings', 'silo'] }],
  },
  scim_token: {
    scim_token_list: 'GET /v1/system/scim/tokens',
    scim_token_create: 'POST /v1/system/scim/tokens',
    scim_token_view: 'GET /v1/system/scim/tokens/{token_id}',
    scim_token_delete: 'DELETE /v1/system/scim/tokens/{token_id}',
  },
  ssh_key: {
    instance_ssh_public_key_list: 'GET /v1/instances/{instance}/ssh-public-keys',
    current_user_ssh_key_list: 'GET /v1/me/ssh-keys',
    current_user_ssh_key_create: ['POST /v1/me/ssh-keys', { account: true }],
    current_user_ssh_key_view: 'GET /v1/me/ssh-keys/{ssh_key}',
    current_user_ssh_key_delete: ['DELETE /v1/me/ssh-keys/{ssh_key}', { account: true }],
  },
  project: {
    project_list: 'GET /v1/projects',
    project_create: ['POST /v1/projects', { touches: ['vpc', ...VPC_PARTS, 'policy'] }],
    project_view: 'GET /v1/projects/{project}',
    project_update: ['PUT /v1/projects/{project}', { touches: ['sled', 'sled_load', 'ip_pool_address'] }],
    project_delete: ['DELETE /v1/projects/{project}', { touches: ['policy', ...DELETED] }],
  },
  policy: {
    policy_view: 'GET /v1/policy',
    policy_update: ['PUT /v1/policy', { touches: ['me'] }],
    project_policy_view: 'GET /v1/projects/{project}/policy',
    project_policy_update: 'PUT /v1/projects/{project}/policy',
    system_policy_view: 'GET /v1/system/policy',
    system_policy_update: ['PUT /v1/system/policy', { touches: ['me'] }],
    silo_policy_view: 'GET /v1/system/silos/{silo}/policy',
    silo_policy_update: ['PUT /v1/system/silos/{silo}/policy', { touches: ['me'] }],
  },
  role: {
    role_list: 'GET /v1/system/roles',
    role_view: 'GET /v1/system/roles/{role_name}',
  },
  user: {
    user_list: 'GET /v1/users',
    user_view: 'GET /v1/users/{user_id}',
    local_idp_user_create: 'POST /v1/system/identity-providers/local/users',
    local_idp_user_delete: [
      'DELETE /v1/system/identity-providers/local/users/{user_id}',
      { account: true, touches: [...SILO_GROUPS, 'ssh_key', 'service_account'] },
    ],
    local_idp_user_set_password: [
      'POST /v1/system/identity-providers/local/users/{user_id}/set-password',
      { account: true, touches: ['session', 'own_session', ...TOKENS] },
    ],
    silo_user_list: 'GET /v1/system/users',
    silo_user_view: 'GET /v1/system/users/{user_id}',
  },
  user_builtin: {
    user_builtin_list: 'GET /v1/system/users-builtin',
    user_builtin_view: 'GET /v1/system/users-builtin/{user}',
  },
  group: {
    group_list: 'GET /v1/groups',
    group_view: 'GET /v1/groups/{group_id}',
  },
  silo: {
    silo_list: 'GET /v1/system/silos',
    silo_create: [
      'POST /v1/system/silos',
      { touches: ['quota', 'utilization', ...CERTIFICATES, ...SILO_GROUPS, 'policy', 'issue'] },
    ],
    silo_view: 'GET /v1/system/silos/{silo}',
    silo_delete: [
      'DELETE /v1/system/silos/{silo}',
      {
        touches: [
          'quota',
          'utilization',
          'identity_provider',
          ...CERTIFICATES,
          'ip_pool',
          'user',
          ...SILO_GROUPS,
          'policy',
          'issue',
        ],
      },
    ],
  },
  quota: {
    system_quotas_list: 'GET /v1/system/silo-quotas',
    silo_quotas_view: 'GET /v1/system/silos/{silo}/quotas',
    silo_quotas_update: ['PUT /v1/system/silos/{silo}/quotas', { touches: ['utilization', 'issue'] }],
  },
  utilization: {
    utilization_view: 'GET /v1/utilization',
    silo_utilization_list: 'GET /v1/system/utilization/silos',
    silo_utilization_view: 'GET /v1/system/utilization/silos/{silo}',
  },
  identity_provider: {
    silo_identity_provider_list: 'GET /v1/system/identity-providers',
    saml_identity_provider_create: 'POST /v1/system/identity-providers/saml',
    saml_identity_provider_view: 'GET /v1/system/identity-providers/saml/{provider}',
  },
  certificate: {
    certificate_list: 'GET /v1/certificates',
    certificate_create: ['POST /v1/certificates', { touches: ['silo_certificate', 'issue'] }],
    certificate_view: 'GET /v1/certificates/{certificate}',
    certificate_delete: ['DELETE /v1/certificates/{certificate}', { touches: ['silo_certificate', 'issue'] }],
  },
  alert_class: {
    alert_class_list: 'GET /v1/alert-classes',
  },
  alert_receiver: {
    alert_receiver_list: 'GET /v1/alert-receivers',
    alert_receiver_view: 'GET /v1/alert-receivers/{receiver}',
    alert_receiver_delete: ['DELETE /v1/alert-receivers/{receiver}', { touches: ['alert_delivery'] }],
    alert_receiver_probe: ['POST /v1/alert-receivers/{receiver}/probe', { touches: ['alert_delivery'] }],
    alert_receiver_subscription_add: 'POST /v1/alert-receivers/{receiver}/subscriptions',
    alert_receiver_subscription_remove: 'DELETE /v1/alert-receivers/{receiver}/subscriptions/{subscription}',
  },
  alert_delivery: {
    alert_delivery_list: 'GET /v1/alert-receivers/{receiver}/deliveries',
    alert_delivery_resend: 'POST /v1/alerts/{alert_id}/resend',
  },
  webhook_receiver: {
    webhook_receiver_create: ['POST /v1/webhook-receivers', { touches: ['alert_receiver'] }],
    webhook_receiver_update: ['PUT /v1/webhook-receivers/{receiver}', { touches: ['alert_receiver'] }],
  },
  webhook_secret: {
    webhook_secrets_list: 'GET /v1/webhook-secrets',
    webhook_secrets_add: ['POST /v1/webhook-secrets', { touches: ['alert_receiver'] }],
    webhook_secrets_delete: ['DELETE /v1/webhook-secrets/{secret_id}', { touches: ['alert_receiver'] }],
  },
  instance: {
    instance_list: 'GET /v1/instances',
    instance_create: [
      'POST /v1/instances',
      { touches: ['disk', 'network_interface', 'vpc_subnet', ...ADDRESSES, 'ssh_key', ...RUNNING] },
    ],
    instance_view: 'GET /v1/instances/{instance}',
    instance_update: 'PUT /v1/instances/{instance}',
    instance_delete: [
      'DELETE /v1/instances/{instance}',
      { touches: ['disk', 'network_interface', 'vpc_subnet', ...ADDRESSES, 'ssh_key', ...RUNNING, ...DELETED] },
    ],
    instance_reboot: ['POST /v1/instances/{instance}/reboot', { touches: RUNNING }],
    instance_start: ['POST /v1/instances/{instance}/start', { touches: RUNNING }],
    instance_stop: ['POST /v1/instances/{instance}/stop', { touches: RUNNING }],
  },
  serial_console: {
    instance_serial_console: 'GET /v1/instances/{instance}/serial-console',
    instance_serial_console_stream: ['GET /v1/instances/{instance}/serial-console/stream', { websocket: true }],
  },
  disk: {
    disk_list: 'GET /v1/disks',
    disk_create: ['POST /v1/disks', { touches: USAGE }],
    disk_view: 'GET /v1/disks/{disk}',
    disk_delete: ['DELETE /v1/disks/{disk}', { touches: [...USAGE, ...DELETED] }],
    disk_bulk_write_import: [
      'POST /v1/disks/{disk}/bulk-write',
      { maxBodyBytes: MAX_BULK_WRITE_BODY_BYTES, unseen: true },
    ],
    disk_bulk_write_import_start: 'POST /v1/disks/{disk}/bulk-write-start',
    disk_bulk_write_import_stop: 'POST /v1/disks/{disk}/bulk-write-stop',
    disk_finalize_import: ['POST /v1/disks/{disk}/finalize', { touches: ['snapshot', ...USAGE] }],
    instance_disk_list: 'GET /v1/instances/{instance}/disks',
    instance_disk_attach: ['POST /v1/instances/{instance}/disks/attach', { touches: ['instance'] }],
    instance_disk_detach: ['POST /v1/instances/{instance}/disks/detach', { touches: ['instance'] }],
  },
  snapshot: {
    snapshot_list: 'GET /v1/snapshots',
    snapshot_create: ['POST /v1/snapshots', { touches: ['disk', ...USAGE] }],
    snapshot_view: 'GET /v1/snapshots/{snapshot}',
    snapshot_delete: ['DELETE /v1/snapshots/{snapshot}', { touches: [...USAGE, ...DELETED] }],
  },
  image: {
    image_list: 'GET /v1/images',
    image_create: 'POST /v1/images',
    image_view: 'GET /v1/images/{image}',
    image_delete: ['DELETE /v1/images/{image}', { touches: DELETED }],
    image_demote: 'POST /v1/images/{image}/demote',
    image_promote: 'POST /v1/images/{image}/promote',
  },
  affinity_group: {
    affinity_group_list: 'GET /v1/affinity-groups',
    affinity_group_create: 'POST /v1/affinity-groups',
    affinity_group_view: 'GET /v1/affinity-groups/{affinity_group}',
    affinity_group_update: 'PUT /v1/affinity-groups/{affinity_group}',
    affinity_group_delete: 'DELETE /v1/affinity-groups/{affinity_group}',
    affinity_group_member_list: 'GET /v1/affinity-groups/{affinity_group}/members',
    affinity_group_member_instance_view: 'GET /v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    affinity_group_member_instance_add: 'POST /v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    affinity_group_member_instance_delete: 'DELETE /v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    instance_affinity_group_list: 'GET /v1/instances/{instance}/affinity-groups',
  },
  anti_affinity_group: {
    anti_affinity_group_list: 'GET /v1/anti-affinity-groups',
    anti_affinity_group_create: 'POST /v1/anti-affinity-groups',
    anti_affinity_group_view: 'GET /v1/anti-affinity-groups/{anti_affinity_group}',
    anti_affinity_group_update: 'PUT /v1/anti-affinity-groups/{anti_affinity_group}',
    anti_affinity_group_delete: 'DELETE /v1/anti-affinity-groups/{anti_affinity_group}',
    anti_affinity_group_member_list: 'GET /v1/anti-affinity-groups/{anti_affinity_group}/members',
    anti_affinity_group_member_instance_view:
      'GET /v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    anti_affinity_group_member_instance_add:
      'POST /v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    anti_affinity_group_member_instance_delete:
      'DELETE /v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    instance_anti_affinity_group_list: 'GET /v1/instances/{instance}/anti-affinity-groups',
  },
  vpc: {
    vpc_list: 'GET /v1/vpcs',
    vpc_create: ['POST /v1/vpcs', { touches: VPC_PARTS }],
    vpc_view: 'GET /v1/vpcs/{vpc}',
    vpc_update: 'PUT /v1/vpcs/{vpc}',
    vpc_delete: ['DELETE /v1/vpcs/{vpc}', { touches: [...VPC_PARTS, ...DELETED] }],
  },
  vpc_subnet: {
    vpc_subnet_list: 'GET /v1/vpc-subnets',
    vpc_subnet_create: ['POST /v1/vpc-subnets', { touches: ['vpc_router_route'] }],
    vpc_subnet_view: 'GET /v1/vpc-subnets/{subnet}',
    vpc_subnet_update: ['PUT /v1/vpc-subnets/{subnet}', { touches: ['vpc_router_route'] }],
    vpc_subnet_delete: ['DELETE /v1/vpc-subnets/{subnet}', { touches: ['vpc_router_route'] }],
    vpc_subnet_list_network_interfaces: 'GET /v1/vpc-subnets/{subnet}/network-interfaces',
  },
  vpc_router: {
    vpc_router_list: 'GET /v1/vpc-routers',
    vpc_router_create: 'POST /v1/vpc-routers',
    vpc_router_view: 'GET /v1/vpc-routers/{router}',
    vpc_router_update: 'PUT /v1/vpc-routers/{router}',
    vpc_router_delete: ['DELETE /v1/vpc-routers/{router}', { touches: ['vpc_router_route', 'vpc_subnet'] }],
  },
  vpc_router_route: {
    vpc_router_route_list: 'GET /v1/vpc-router-routes',
    vpc_router_route_create: 'POST /v1/vpc-router-routes',
    vpc_router_route_view: 'GET /v1/vpc-router-routes/{route}',
    vpc_router_route_update: 'PUT /v1/vpc-router-routes/{route}',
    vpc_router_route_delete: 'DELETE /v1/vpc-router-routes/{route}',
  },
  firewall_rule: {
    vpc_firewall_rules_view: 'GET /v1/vpc-firewall-rules',
    vpc_firewall_rules_update: 'PUT /v1/vpc-firewall-rules',
  },
  internet_gateway: {
    internet_gateway_ip_address_list: 'GET /v1/internet-gateway-ip-addresses',
    internet_gateway_ip_address_create: 'POST /v1/internet-gateway-ip-addresses',
    internet_gateway_ip_address_delete: 'DELETE /v1/internet-gateway-ip-addresses/{address}',
    internet_gateway_ip_pool_list: 'GET /v1/internet-gateway-ip-pools',
    internet_gateway_ip_pool_create: 'POST /v1/internet-gateway-ip-pools',
    internet_gateway_ip_pool_delete: 'DELETE /v1/internet-gateway-ip-pools/{pool}',
    internet_gateway_list: 'GET /v1/internet-gateways',
    internet_gateway_create: 'POST /v1/internet-gateways',
    internet_gateway_view: 'GET /v1/internet-gateways/{gateway}',
    internet_gateway_delete: ['DELETE /v1/internet-gateways/{gateway}', { touches: ['vpc_router_route'] }],
  },
  network_interface: {
    instance_network_interface_list: 'GET /v1/network-interfaces',
    instance_network_interface_create: ['POST /v1/network-interfaces', { touches: ['vpc_subnet'] }],
    instance_network_interface_view: 'GET /v1/network-interfaces/{interface}',
    instance_network_interface_update: ['PUT /v1/network-interfaces/{interface}', { touches: ['vpc_subnet'] }],
    instance_network_interface_delete: ['DELETE /v1/network-interfaces/{interface}', { touches: ['vpc_subnet'] }],
  },
  external_ip: {
    instance_external_ip_list: 'GET /v1/instances/{instance}/external-ips',
    instance_ephemeral_ip_attach: ['POST /v1/instances/{instance}/external-ips/ephemeral', { touches: POOL_USE }],
    instance_ephemeral_ip_detach: ['DELETE /v1/instances/{instance}/external-ips/ephemeral', { touches: POOL_USE }],
  },
  floating_ip: {
    floating_ip_list: 'GET /v1/floating-ips',
    floating_ip_create: ['POST /v1/floating-ips', { touches: POOL_USE }],
    floating_ip_view: 'GET /v1/floating-ips/{floating_ip}',
    floating_ip_update: ['PUT /v1/floating-ips/{floating_ip}', { touches: ['external_ip', 'ip_pool_address'] }],
    floating_ip_delete: ['DELETE /v1/floating-ips/{floating_ip}', { touches: POOL_USE }],
    floating_ip_attach: ['POST /v1/floating-ips/{floating_ip}/attach', { touches: ['external_ip', 'ip_pool_address'] }],
    floating_ip_detach: ['POST /v1/floating-ips/{floating_ip}/detach', { touches: ['external_ip', 'ip_pool_address'] }],
  },
  ip_pool: {
    project_ip_pool_list: 'GET /v1/ip-pools',
    project_ip_pool_view: 'GET /v1/ip-pools/{pool}',
    ip_pool_list: 'GET /v1/system/ip-pools',
    ip_pool_create: 'POST /v1/system/ip-pools',
    ip_pool_service_view: 'GET /v1/system/ip-pools-service',
    ip_pool_service_range_list: 'GET /v1/system/ip-pools-service/ranges',
    ip_pool_service_range_add: 'POST /v1/system/ip-pools-service/ranges/add',
    ip_pool_service_range_remove: 'POST /v1/system/ip-pools-service/ranges/remove',
    ip_pool_view: 'GET /v1/system/ip-pools/{pool}',
    ip_pool_update: 'PUT /v1/system/ip-pools/{pool}',
    ip_pool_delete: ['DELETE /v1/system/ip-pools/{pool}', { touches: ['internet_gateway', 'issue'] }],
    ip_pool_range_list: 'GET /v1/system/ip-pools/{pool}/ranges',
    ip_pool_range_add: ['POST /v1/system/ip-pools/{pool}/ranges/add', { touches: ['issue'] }],
    ip_pool_range_remove: ['POST /v1/system/ip-pools/{pool}/ranges/remove', { touches: ['issue'] }],
    ip_pool_silo_list: 'GET /v1/system/ip-pools/{pool}/silos',
    ip_pool_silo_link: ['POST /v1/system/ip-pools/{pool}/silos', { touches: ['internet_gateway', 'issue'] }],
    ip_pool_silo_update: ['PUT /v1/system/ip-pools/{pool}/silos/{silo}', { touches: ['internet_gateway', 'issue'] }],
    ip_pool_silo_unlink: ['DELETE /v1/system/ip-pools/{pool}/silos/{silo}', { touches: ['internet_gateway', 'issue'] }],
    ip_pool_utilization_view: 'GET /v1/system/ip-pools/{pool}/utilization',
    silo_ip_pool_list: 'GET /v1/system/silos/{silo}/ip-pools',
  },
  rack: {
    rack_list: 'GET /v1/system/hardware/racks',
    rack_view: 'GET /v1/system/hardware/racks/{rack_id}',
  },
  sled: {
    sled_list: 'GET /v1/system/hardware/sleds',
    sled_add: 'POST /v1/system/hardware/sleds',
    sled_list_uninitialized: 'GET /v1/system/hardware/sleds-uninitialized',
    sled_view: 'GET /v1/system/hardware/sleds/{sled_id}',
    sled_instance_list: 'GET /v1/system/hardware/sleds/{sled_id}/instances',
    sled_set_provision_policy: ['PUT /v1/system/hardware/sleds/{sled_id}/provision-policy', { touches: ['issue'] }],
  },
  switch: {
    switch_list: 'GET /v1/system/hardware/switches',
    switch_view: 'GET /v1/system/hardware/switches/{switch_id}',
  },
  physical_disk: {
    physical_disk_list: 'GET /v1/system/hardware/disks',
    physical_disk_view: 'GET /v1/system/hardware/disks/{disk_id}',
    sled_physical_disk_list: 'GET /v1/system/hardware/sleds/{sled_id}/disks',
  },
  switch_port: {
    networking_switch_port_lldp_neighbors:
      'GET /v1/system/hardware/rack-switch-port/{rack_id}/{switch_location}/{port}/lldp/neighbors',
    networking_switch_port_list: 'GET /v1/system/hardware/switch-port',
    networking_switch_port_lldp_config_view: 'GET /v1/system/hardware/switch-port/{port}/lldp/config',
    networking_switch_port_lldp_config_update: [
      'POST /v1/system/hardware/switch-port/{port}/lldp/config',
      { touches: ['switch_port_settings'] },
    ],
    networking_switch_port_apply_settings: [
      'POST /v1/system/hardware/switch-port/{port}/settings',
      { touches: ['bgp', 'bfd', 'issue'] },
    ],
    networking_switch_port_clear_settings: [
      'DELETE /v1/system/hardware/switch-port/{port}/settings',
      { touches: ['bgp', 'bfd', 'issue'] },
    ],
    networking_switch_port_status: 'GET /v1/system/hardware/switch-port/{port}/status',
  },
  switch_port_settings: {
    networking_switch_port_settings_list: 'GET /v1/system/networking/switch-port-settings',
    networking_switch_port_settings_create: [
      'POST /v1/system/networking/switch-port-settings',
      { maxBodyBytes: MAX_PORT_SETTINGS_BODY_BYTES, touches: ['switch_port', 'bgp', 'bfd', 'issue'] },
    ],
    networking_switch_port_settings_delete: [
      'DELETE /v1/system/networking/switch-port-settings',
      { touches: ['switch_port', 'bgp', 'bfd', 'issue'] },
    ],
    networking_switch_port_settings_view: 'GET /v1/system/networking/switch-port-settings/{port}',
  },
  address_lot: {
    networking_address_lot_list: 'GET /v1/system/networking/address-lot',
    networking_address_lot_create: 'POST /v1/system/networking/address-lot',
    networking_address_lot_delete: 'DELETE /v1/system/networking/address-lot/{address_lot}',
    networking_address_lot_block_list: 'GET /v1/system/networking/address-lot/{address_lot}/blocks',
  },
  loopback_address: {
    networking_loopback_address_list: 'GET /v1/system/networking/loopback-address',
    networking_loopback_address_create: 'POST /v1/system/networking/loopback-address',
    networking_loopback_address_delete:
      'DELETE /v1/system/networking/loopback-address/{rack_id}/{switch_location}/{address}/{subnet_mask}',
  },
  bgp: {
    networking_bgp_config_list: 'GET /v1/system/networking/bgp',
    networking_bgp_config_create: 'POST /v1/system/networking/bgp',
    networking_bgp_config_delete: 'DELETE /v1/system/networking/bgp',
    networking_bgp_announce_set_list: 'GET /v1/system/networking/bgp-announce-set',
    networking_bgp_announce_set_update: 'PUT /v1/system/networking/bgp-announce-set',
    networking_bgp_announce_set_delete: 'DELETE /v1/system/networking/bgp-announce-set/{announce_set}',
    networking_bgp_announcement_list: 'GET /v1/system/networking/bgp-announce-set/{announce_set}/announcement',
    networking_bgp_exported: 'GET /v1/system/networking/bgp-exported',
    networking_bgp_message_history: 'GET /v1/system/networking/bgp-message-history',
    networking_bgp_imported_routes_ipv4: 'GET /v1/system/networking/bgp-routes-ipv4',
    networking_bgp_status: 'GET /v1/system/networking/bgp-status',
  },
  bfd: {
    networking_bfd_disable: 'POST /v1/system/networking/bfd-disable',
    networking_bfd_enable: 'POST /v1/system/networking/bfd-enable',
    networking_bfd_status: 'GET /v1/system/networking/bfd-status',
  },
  allow_list: {
    networking_allow_list_view: 'GET /v1/system/networking/allow-list',
    networking_allow_list_update: 'PUT /v1/system/networking/allow-list',
  },
  audit_log: {
    audit_log_list: 'GET /v1/system/audit-log',
  },
  target_release: {
    target_release_view: 'GET /v1/system/update/target-release',
    // the console builds its history from the audit log
    target_release_update: ['PUT /v1/system/update/target-release', { touches: ['audit'] }],
  },
  support_bundle: {
    support_bundle_list: 'GET /experimental/v1/system/support-bundles',
    support_bundle_create: 'POST /experimental/v1/system/support-bundles',
    support_bundle_view: 'GET /experimental/v1/system/support-bundles/{support_bundle}',
    support_bundle_delete: 'DELETE /experimental/v1/system/support-bundles/{support_bundle}',
    support_bundle_download: 'GET /experimental/v1/system/support-bundles/{support_bundle}/download',
    support_bundle_head: 'HEAD /experimental/v1/system/support-bundles/{support_bundle}/download',
    support_bundle_download_file: 'GET /experimental/v1/system/support-bundles/{support_bundle}/download/{file}',
    support_bundle_head_file: 'HEAD /experimental/v1/system/support-bundles/{support_bundle}/download/{file}',
    support_bundle_index: 'GET /experimental/v1/system/support-bundles/{support_bundle}/index',
  },
  probe: {
    probe_list: 'GET /experimental/v1/probes',
    probe_create: ['POST /experimental/v1/probes', { touches: [...POOL_USE, 'vpc_subnet'] }],
    probe_view: 'GET /experimental/v1/probes/{probe}',
    probe_delete: ['DELETE /experimental/v1/probes/{probe}', { touches: [...POOL_USE, 'vpc_subnet'] }],
  },
  metric: {
    disk_metrics_list: 'GET /v1/disks/{disk}/metrics/{metric}',
    silo_metric: 'GET /v1/metrics/{metric_name}',
    system_metric: 'GET /v1/system/metrics/{metric_name}',
  },
  timeseries: {
    timeseries_query: ['POST /v1/timeseries/query', { readOnly: true }],
    system_timeseries_query: ['POST /v1/system/timeseries/query', { readOnly: true }],
    system_timeseries_schema_list: 'GET /v1/system/timeseries/schemas',
  },
} as const satisfies Nouns

const everything = { ...nouns, ...additions }
export type Everything = typeof everything
export type Noun = keyof Everything
type Rows = { [N in Noun]: Everything[N] }[Noun]
export type OperationId = Rows extends infer R ? (R extends unknown ? keyof R : never) : never

export type RowOf<Op extends OperationId> = Extract<Rows, Record<Op, unknown>>[Op]

const rows = Object.entries<Readonly<Record<string, Row>>>(everything).flatMap(([noun, ofNoun]) =>
  Object.entries(ofNoun).map(([operation, row]) => {
    const [route, facts] = typeof row === 'string' ? [row, {}] : row
    return { operation, noun, route, facts }
  }),
)
const byOperation = <T>(value: (row: (typeof rows)[number]) => T) =>
  Object.fromEntries(rows.map((row) => [row.operation, value(row)])) as Record<OperationId, T>

/** Method and path of every operation. */
export const operations = byOperation(({ route }) => route)
export const nounOf = byOperation(({ noun }) => noun as Noun)
export const factsOf: Readonly<Record<OperationId, Facts>> = byOperation(({ facts }) => facts)

/** The operations of the published contract, which every host has. */
export const published = Object.fromEntries(
  rows.filter(({ noun }) => noun in nouns).map(({ operation, route }) => [operation, route]),
)
