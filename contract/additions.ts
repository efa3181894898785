// Our additions to the published API: same rules, same client, not in the OpenAPI document. Paths begin with /rackwright/, except where a
// standard tool expects another one. No zod: the console imports this.
import { MAX_UPLOAD_PIECE_BYTES } from './limits.ts'
import {
  ADDRESSES,
  ARCHITECTURE,
  FIRST_STEPS,
  INSTANCE_NAMES,
  INSTANCE_PARTS,
  MOVES,
  NETWORK,
  OVERVIEW,
  RESTORED,
  RUNNING,
  SILO_GROUPS,
  TOKENS,
  USAGE,
  VPC_NETWORK,
  type Nouns,
} from './operation-row.ts'

export const additions = {
  audit: {
    audit_list: 'GET /rackwright/audit',
    audit_count: 'GET /rackwright/audit/count',
    audit_verification_view: 'GET /rackwright/audit/verification',
    audit_export: 'GET /rackwright/audit/export',
    audit_settings_view: 'GET /rackwright/audit/settings',
    audit_settings_update: 'PUT /rackwright/audit/settings',
  },
  access_token: {
    access_token_list: 'GET /rackwright/me/access-tokens',
    access_token_create: ['POST /rackwright/me/access-tokens', { account: true, touches: ['device_access_token'] }],
    user_access_token_list: 'GET /rackwright/users/{user_id}/access-tokens',
    user_access_token_delete: [
      'DELETE /rackwright/users/{user_id}/access-tokens/{token_id}',
      { account: true, touches: ['device_access_token'] },
    ],
  },
  own_session: {
    own_session_list: 'GET /rackwright/me/sessions',
    own_session_delete: ['DELETE /rackwright/me/sessions/{session_id}', { account: true, touches: ['session'] }],
  },
  own_password: {
    own_password_set: [
      'POST /rackwright/me/password',
      { account: true, enrolls: true, touches: ['me', 'session', 'own_session', 'user_state', ...TOKENS] },
    ],
  },
  own_role: {
    own_role_view: ['GET /rackwright/me/roles', { computedFrom: ['policy', 'project', 'me'] }],
  },
  invitation: {
    invitation_list: 'GET /rackwright/invitations',
    invitation_create: ['POST /rackwright/invitations', { account: true }],
    invitation_delete: ['DELETE /rackwright/invitations/{invitation}', { account: true }],
    invitation_open: ['POST /rackwright/invitations/open', { anonymous: true, readOnly: true }],
    invitation_passkey_begin: ['POST /rackwright/invitations/passkey', { anonymous: true, readOnly: true }],
    invitation_redeem: [
      'POST /rackwright/invitations/redeem',
      { anonymous: true, touches: ['me', 'own_session', 'user', 'policy'] },
    ],
  },
  local_user: {
    local_user_create: ['POST /rackwright/local-users', { account: true, touches: ['user', 'policy'] }],
    local_user_set_password: [
      'POST /rackwright/local-users/{user_id}/password',
      { account: true, touches: ['user_state', 'session', 'passkey', ...TOKENS] },
    ],
  },
  password_policy: {
    password_policy_view: ['GET /rackwright/silos/{silo}/password-policy', { enrolls: true }],
    password_policy_update: ['PUT /rackwright/silos/{silo}/password-policy', { account: true }],
  },
  user_state: {
    user_state_list: ['GET /rackwright/user-states', { computedFrom: ['user', 'service_account', 'second_factor'] }],
    user_state_view: 'GET /rackwright/users/{user_id}/state',
    user_state_update: [
      'PUT /rackwright/users/{user_id}/state',
      { account: true, touches: ['session', 'own_session', ...TOKENS] },
    ],
    user_delete: [
      'DELETE /rackwright/users/{user_id}',
      { account: true, touches: ['user', ...SILO_GROUPS, 'ssh_key', 'service_account'] },
    ],
  },
  lookup: {
    lookup_list: 'GET /rackwright/lookup',
  },
  silo_admin: {
    silo_admin_list: ['GET /rackwright/silo-admins', { computedFrom: ['policy', 'user'] }],
  },
  second_factor: {
    login_second_factor: [
      'POST /rackwright/login/{silo_name}/second-factor',
      { anonymous: true, keepsRights: true, touches: ['me', 'own_session'] },
    ],
    second_factor_view: ['GET /rackwright/me/second-factor', { enrolls: true }],
    second_factor_enroll: ['POST /rackwright/me/second-factor', { account: true, enrolls: true }],
    second_factor_confirm: [
      'POST /rackwright/me/second-factor/confirm',
      { account: true, enrolls: true, touches: ['me'] },
    ],
    second_factor_replace_recovery_codes: ['POST /rackwright/me/second-factor/recovery-codes', { account: true }],
    second_factor_disable: ['POST /rackwright/me/second-factor/disable', { account: true, touches: ['me'] }],
    user_second_factor_view: 'GET /rackwright/users/{user_id}/second-factor',
    user_second_factor_reset: [
      'DELETE /rackwright/users/{user_id}/second-factor',
      { account: true, touches: ['passkey'] },
    ],
    second_factor_policy_view: 'GET /rackwright/silos/{silo}/second-factor-policy',
    second_factor_policy_update: ['PUT /rackwright/silos/{silo}/second-factor-policy', { account: true }],
  },
  passkey: {
    passkey_list: ['GET /rackwright/me/passkeys', { enrolls: true }],
    passkey_begin: ['POST /rackwright/me/passkeys/begin', { account: true, enrolls: true, unseen: true }],
    passkey_create: [
      'POST /rackwright/me/passkeys',
      { account: true, enrolls: true, touches: ['me', 'second_factor'] },
    ],
    passkey_delete: [
      'POST /rackwright/me/passkeys/{passkey_id}/delete',
      { account: true, touches: ['me', 'second_factor'] },
    ],
    passkey_proof_begin: ['POST /rackwright/me/passkeys/proof', { readOnly: true, account: true, enrolls: true }],
    login_passkey_begin: ['POST /rackwright/login/{silo_name}/passkey/begin', { anonymous: true, readOnly: true }],
    login_passkey: [
      'POST /rackwright/login/{silo_name}/passkey',
      { anonymous: true, keepsRights: true, touches: ['me', 'own_session'] },
    ],
  },
  oidc_provider: {
    oidc_provider_list: 'GET /rackwright/silos/{silo}/identity-providers',
    oidc_provider_create: [
      'POST /rackwright/silos/{silo}/identity-providers',
      { keepsRights: true, touches: ['login_options'] },
    ],
    oidc_provider_view: 'GET /rackwright/silos/{silo}/identity-providers/{provider}',
    oidc_provider_update: [
      'PUT /rackwright/silos/{silo}/identity-providers/{provider}',
      { touches: ['login_options', 'own_session', ...TOKENS, 'issue'] },
    ],
    oidc_provider_delete: [
      'DELETE /rackwright/silos/{silo}/identity-providers/{provider}',
      { touches: ['login_options', 'own_session', ...TOKENS, 'issue'] },
    ],
    oidc_discovery_fetch: ['POST /rackwright/silos/{silo}/oidc-discovery', { readOnly: true }],
    login_oidc_begin: [
      'POST /rackwright/login/{silo_name}/oidc/{provider_name}/begin',
      { anonymous: true, readOnly: true },
    ],
    login_oidc: [
      'POST /rackwright/login/{silo_name}/oidc/{provider_name}',
      { anonymous: true, touches: ['me', 'own_session', 'user', ...SILO_GROUPS] },
    ],
    oidc_logout_view: ['GET /rackwright/me/identity-provider-logout', { enrolls: true }],
  },
  service_account: {
    service_account_list: 'GET /rackwright/service-accounts',
    service_account_create: ['POST /rackwright/service-accounts', { account: true, touches: ['user'] }],
    service_account_delete: [
      'DELETE /rackwright/service-accounts/{service_account}',
      { account: true, touches: ['user', 'policy', ...TOKENS] },
    ],
    service_account_token_create: [
      'POST /rackwright/service-accounts/{service_account}/access-tokens',
      { account: true, touches: TOKENS },
    ],
  },
  silo_group: {
    silo_group_list: 'GET /rackwright/silos/{silo}/groups',
  },
  silo_description: {
    silo_description_update: ['PUT /rackwright/silos/{silo}/description', { touches: ['silo'] }],
  },
  silo_auth_settings: {
    silo_auth_settings_view: 'GET /rackwright/silos/{silo}/auth-settings',
    silo_auth_settings_update: ['PUT /rackwright/silos/{silo}/auth-settings', { touches: ['auth_settings', 'silo'] }],
  },
  silo_certificate: {
    silo_certificate_list: 'GET /rackwright/silos/{silo}/certificates',
    silo_certificate_create: ['POST /rackwright/silos/{silo}/certificates', { touches: ['certificate', 'issue'] }],
    silo_certificate_delete: [
      'DELETE /rackwright/silos/{silo}/certificates/{certificate}',
      { touches: ['certificate', 'issue'] },
    ],
  },
  issue: {
    issue_list: 'GET /rackwright/issues',
  },
  alert: {
    alert_list: 'GET /rackwright/alerts',
    alert_view: ['GET /rackwright/alerts/{alert_id}', { computedFrom: ['alert_delivery', 'email_receiver'] }],
  },
  receiver_health: {
    receiver_health_list: [
      'GET /rackwright/receiver-health',
      { computedFrom: ['alert', 'alert_receiver', 'alert_delivery', 'webhook_receiver', 'email_receiver'] },
    ],
  },
  email_receiver: {
    email_receiver_list: 'GET /rackwright/email-receivers',
    email_receiver_create: 'POST /rackwright/email-receivers',
    email_receiver_view: 'GET /rackwright/email-receivers/{receiver}',
    email_receiver_update: 'PUT /rackwright/email-receivers/{receiver}',
    email_receiver_delete: 'DELETE /rackwright/email-receivers/{receiver}',
    email_receiver_probe: 'POST /rackwright/email-receivers/{receiver}/probe',
    email_delivery_list: 'GET /rackwright/email-receivers/{receiver}/deliveries',
    email_delivery_resend: 'POST /rackwright/email-receivers/{receiver}/deliveries/{alert_id}/resend',
  },
  smtp_settings: {
    smtp_settings_view: 'GET /rackwright/smtp-settings',
    smtp_settings_update: 'PUT /rackwright/smtp-settings',
    smtp_settings_delete: 'DELETE /rackwright/smtp-settings',
    smtp_settings_test: 'POST /rackwright/smtp-settings/test',
  },
  alert_subscription: {
    alert_subscription_list: 'GET /rackwright/alert-subscriptions',
    alert_subscription_create: 'POST /rackwright/alert-subscriptions',
    alert_subscription_update: 'PUT /rackwright/alert-subscriptions/{subscription_id}',
    alert_subscription_delete: 'DELETE /rackwright/alert-subscriptions/{subscription_id}',
    alert_subscription_confirmation_send: 'POST /rackwright/alert-subscriptions/{subscription_id}/confirmation',
    alert_subscription_confirm: ['POST /rackwright/alert-subscriptions/confirm', { anonymous: true }],
  },
  overview: {
    overview_view: ['GET /rackwright/overview', { computedFrom: OVERVIEW }],
    system_overview_view: 'GET /rackwright/system/overview',
  },
  instance_summary: {
    instance_summary_list: ['GET /rackwright/instance-summaries', { computedFrom: INSTANCE_PARTS }],
  },
  silo_instance: {
    silo_instance_list: ['GET /rackwright/instances', { computedFrom: ['instance', 'project', 'label'] }],
  },
  label: {
    // promotion and demotion move the labels of an image
    label_list: ['GET /rackwright/labels/{kind}', { computedFrom: ['image'] }],
    label_view: 'GET /rackwright/labels/{kind}/{resource}',
    label_update: 'PUT /rackwright/labels/{kind}/{resource}',
  },
  architecture: {
    // a start decides for disks that have none
    architecture_list: ['GET /rackwright/architectures/{kind}', { computedFrom: ARCHITECTURE }],
    architecture_view: 'GET /rackwright/architectures/{kind}/{resource}',
    architecture_update: 'PUT /rackwright/architectures/{kind}/{resource}',
  },
  protection_policy: {
    protection_policy_list: 'GET /rackwright/protection-policies',
    protection_policy_create: 'POST /rackwright/protection-policies',
    protection_policy_view: 'GET /rackwright/protection-policies/{policy}',
    protection_policy_update: 'PUT /rackwright/protection-policies/{policy}',
    protection_policy_delete: 'DELETE /rackwright/protection-policies/{policy}',
    protection_policy_run: ['POST /rackwright/protection-policies/{policy}/run', { touches: ['snapshot', 'disk'] }],
    protection_run_list: 'GET /rackwright/protection-policies/{policy}/runs',
    protection_overview_view: [
      'GET /rackwright/protection',
      { computedFrom: ['instance', 'disk', 'snapshot', 'label', 'disk_hotplug'] },
    ],
    recovery_point_list: 'GET /rackwright/instances/{instance}/recovery-points',
    recovery_point_update: 'PUT /rackwright/recovery-points/{point}',
    recovery_point_restore: [
      'POST /rackwright/recovery-points/{point}/restore',
      { touches: ['instance_clone', 'instance', 'disk', 'network_interface', 'label', ...ADDRESSES, ...USAGE] },
    ],
    snapshot_origin_view: 'GET /rackwright/snapshots/{snapshot}/origin',
  },
  deleted: {
    deleted_list: 'GET /rackwright/deleted',
    deleted_restore: ['POST /rackwright/deleted/{id}/restore', { optionalBody: true, touches: RESTORED }],
    deleted_remove: ['DELETE /rackwright/deleted/{id}', { touches: ['deleted_usage'] }],
  },
  deleted_settings: {
    deleted_settings_view: 'GET /rackwright/silos/{silo}/deleted-settings',
    deleted_settings_update: 'PUT /rackwright/silos/{silo}/deleted-settings',
  },
  deleted_usage: {
    deleted_usage_view: 'GET /rackwright/silos/{silo}/deleted-usage',
    system_deleted_usage_list: 'GET /rackwright/system/deleted-usage',
  },
  activity: {
    activity_list: ['GET /rackwright/activity', { computedFrom: 'everything' }],
  },
  server_metrics: {
    server_metrics_view: 'GET /metrics',
  },
  login_options: {
    login_options: ['GET /rackwright/login-options', { anonymous: true }],
  },
  instance_identity: {
    instance_identity_view: ['GET /rackwright/instances/{instance}/identity', { computedFrom: ['instance'] }],
    instance_identity_update: ['PUT /rackwright/instances/{instance}/identity', { touches: INSTANCE_NAMES }],
  },
  instance_size: {
    instance_resize: [
      'POST /rackwright/instances/{instance}/resize',
      { touches: ['instance', 'instance_machine', ...RUNNING] },
    ],
  },
  instance_clone: {
    instance_clone_list: ['GET /rackwright/instance-clones', { computedFrom: ['disk', 'snapshot'] }],
    instance_clone_create: [
      'POST /rackwright/instances/{instance}/clone',
      { touches: ['instance', 'disk', 'snapshot', 'network_interface', 'label', ...ADDRESSES, ...USAGE] },
    ],
    instance_clone_view: 'GET /rackwright/instance-clones/{clone}',
    instance_clone_delete: [
      'DELETE /rackwright/instance-clones/{clone}',
      { touches: ['instance', 'disk', 'snapshot', 'network_interface', 'label', ...ADDRESSES, ...USAGE] },
    ],
  },
  instance_rollback: {
    instance_rollback_list: ['GET /rackwright/instance-rollbacks', { computedFrom: ['disk', 'snapshot', 'instance'] }],
    instance_rollback_create: [
      'POST /rackwright/instances/{instance}/rollback',
      { touches: ['instance', 'instance_machine', 'disk', 'snapshot', ...RUNNING] },
    ],
    instance_rollback_view: 'GET /rackwright/instance-rollbacks/{rollback}',
    instance_rollback_delete: [
      'DELETE /rackwright/instance-rollbacks/{rollback}',
      { touches: ['instance', 'disk', 'snapshot', ...RUNNING] },
    ],
  },
  instance_failure: {
    instance_failure_view: 'GET /rackwright/instances/{instance}/failure',
  },
  caller_address: {
    caller_address_view: 'GET /rackwright/caller-address',
  },
  saml_provider: {
    saml_provider_list: ['GET /rackwright/silos/{silo}/saml-providers', { computedFrom: ['identity_provider'] }],
    saml_provider_update: [
      'PUT /rackwright/silos/{silo}/saml-providers/{provider}',
      { touches: ['login_options', 'own_session', ...TOKENS] },
    ],
  },
  saml_metadata: {
    saml_metadata_fetch: ['POST /rackwright/saml-metadata', { readOnly: true }],
  },
  console_run: {
    console_run_list: ['GET /rackwright/instances/{instance}/console-runs', { computedFrom: ['instance'] }],
    console_run_view: 'GET /rackwright/instances/{instance}/console-runs/{generation}',
  },
  first_steps: {
    first_steps_view: ['GET /rackwright/first-steps', { computedFrom: FIRST_STEPS }],
    first_steps_dismiss: 'POST /rackwright/first-steps/dismiss',
  },
  installation: {
    installation_view: 'GET /rackwright/installation',
    installation_update: ['PUT /rackwright/installation', { touches: ['me', 'login_options'] }],
  },
  cpu_overcommit: {
    cpu_overcommit_view: 'GET /rackwright/cpu-overcommit',
    cpu_overcommit_update: ['PUT /rackwright/cpu-overcommit', { touches: ['sled_load'] }],
  },
  host: {
    host_list: ['GET /rackwright/hosts', { computedFrom: ['sled'] }],
    host_create: 'POST /rackwright/hosts',
    host_view: 'GET /rackwright/hosts/{host}',
    host_trust: ['POST /rackwright/hosts/{host}/trust', { touches: ['sled', 'issue'] }],
    host_check: 'POST /rackwright/hosts/{host}/check',
    host_delete: ['DELETE /rackwright/hosts/{host}', { touches: ['sled', 'sled_load', 'issue', 'instance'] }],
  },
  host_setup: {
    host_setup_script: ['GET /rackwright/hosts/setup', { anonymous: true }],
    host_setup_view: 'GET /rackwright/host-setup',
    host_setup_update: 'PUT /rackwright/host-setup',
  },
  sled_load: {
    sled_load_list: 'GET /rackwright/sled-loads',
  },
  ip_pool_address: {
    ip_pool_address_list: 'GET /rackwright/ip-pools/{pool}/addresses',
  },
  network_map: {
    network_map_view: ['GET /rackwright/network', { computedFrom: NETWORK }],
  },
  network_status: {
    network_status_view: ['GET /rackwright/vpcs/{vpc}/network-status', { computedFrom: VPC_NETWORK }],
  },
  timeseries_schema: {
    timeseries_schema_list: 'GET /rackwright/timeseries-schemas',
  },
  reachability: {
    reachability_view: ['GET /rackwright/reachability', { computedFrom: NETWORK }],
  },
  disk_blocks: {
    disk_blocks_write: ['PUT /rackwright/disks/{disk}/blocks', { encoding: 'bytes', unseen: true }],
  },
  disk_size: {
    disk_resize: ['POST /rackwright/disks/{disk}/resize', { touches: ['disk', 'instance_machine', ...USAGE] }],
  },
  disk_hotplug: {
    instance_disk_hot_attach: ['POST /rackwright/instances/{instance}/disks/attach', { touches: ['disk', 'instance'] }],
    instance_disk_hot_detach: ['POST /rackwright/instances/{instance}/disks/detach', { touches: ['disk', 'instance'] }],
  },
  network_interface_hotplug: {
    instance_network_interface_hot_list: [
      'GET /rackwright/instances/{instance}/network-interfaces',
      { computedFrom: ['network_interface', 'instance'] },
    ],
    instance_network_interface_hot_attach: [
      'POST /rackwright/instances/{instance}/network-interfaces',
      { touches: ['network_interface', 'instance'] },
    ],
    instance_network_interface_hot_detach: [
      'DELETE /rackwright/instances/{instance}/network-interfaces/{interface}',
      { touches: ['network_interface', 'instance'] },
    ],
  },
  instance_guest: {
    instance_guest_view: ['GET /rackwright/instances/{instance}/guest', { computedFrom: ['instance'] }],
  },
  instance_cd: {
    instance_cd_view: ['GET /rackwright/instances/{instance}/cd', { computedFrom: ['instance', 'image'] }],
    instance_cd_insert: 'POST /rackwright/instances/{instance}/cd/insert',
    instance_cd_eject: 'POST /rackwright/instances/{instance}/cd/eject',
  },
  content: {
    disk_content_download: 'GET /rackwright/disks/{disk}/content',
    snapshot_content_download: 'GET /rackwright/snapshots/{snapshot}/content',
    image_content_download: 'GET /rackwright/images/{image}/content',
  },
  image_upload: {
    image_upload_list: 'GET /rackwright/image-uploads',
    image_upload_create: ['POST /rackwright/image-uploads', { touches: USAGE }],
    image_upload_view: 'GET /rackwright/image-uploads/{upload}',
    image_upload_write: [
      'PUT /rackwright/image-uploads/{upload}/content',
      { encoding: 'bytes', streamed: true, unseen: true, maxBodyBytes: MAX_UPLOAD_PIECE_BYTES },
    ],
    image_upload_delete: ['DELETE /rackwright/image-uploads/{upload}', { touches: USAGE }],
  },
  serial_stream: {
    serial_stream: ['GET /rackwright/instances/{instance}/serial-console', { websocket: true }],
  },
  screen: {
    instance_screen: ['GET /rackwright/instances/{instance}/screen', { websocket: true }],
  },
  instance_machine: {
    instance_machine_view: ['GET /rackwright/instances/{instance}/machine', { computedFrom: ['instance'] }],
    instance_force_stop: ['POST /rackwright/instances/{instance}/force-stop', { touches: ['instance', ...RUNNING] }],
  },
  instance_placement: {
    instance_placement_view: [
      'GET /rackwright/instances/{instance}/placement',
      {
        computedFrom: [
          'instance',
          'sled',
          'instance_migration',
          'cpu_overcommit',
          'affinity_group',
          'anti_affinity_group',
        ],
      },
    ],
  },
  instance_migration: {
    instance_migrate: ['POST /rackwright/instances/{instance}/migrate', { touches: MOVES }],
    instance_migration_view: ['GET /rackwright/instances/{instance}/migration', { computedFrom: ['instance', 'sled'] }],
    instance_migration_cancel: ['POST /rackwright/instances/{instance}/migration/cancel', { touches: ['instance'] }],
  },
  sled_drain: {
    sled_drain_list: ['GET /rackwright/drains', { computedFrom: ['sled', 'instance', 'instance_migration'] }],
    sled_drain_plan_view: 'GET /rackwright/sleds/{sled_id}/drain-plan',
    sled_drain_view: 'GET /rackwright/sleds/{sled_id}/drain',
    sled_drain_start: ['POST /rackwright/sleds/{sled_id}/drain', { touches: MOVES }],
    sled_drain_stop: 'POST /rackwright/sleds/{sled_id}/drain/stop',
  },
  failover: {
    failover_settings_view: 'GET /rackwright/failover-settings',
    failover_settings_update: 'PUT /rackwright/failover-settings',
    sled_failover_view: [
      'GET /rackwright/sleds/{sled_id}/failover',
      { computedFrom: ['sled', 'instance', 'instance_importance'] },
    ],
    sled_confirm_off: ['POST /rackwright/sleds/{sled_id}/confirm-off', { touches: MOVES }],
  },
  fence: {
    fence_agent_list: 'GET /rackwright/fence-agents',
    sled_fence_view: 'GET /rackwright/sleds/{sled_id}/fence',
    sled_fence_set: ['PUT /rackwright/sleds/{sled_id}/fence', { touches: ['issue'] }],
    sled_fence_delete: ['DELETE /rackwright/sleds/{sled_id}/fence', { touches: ['issue'] }],
    sled_fence_test: ['POST /rackwright/sleds/{sled_id}/fence/test', { touches: ['issue'] }],
  },
  instance_importance: {
    instance_importance_view: ['GET /rackwright/instances/{instance}/importance', { computedFrom: ['instance'] }],
    instance_importance_update: 'PUT /rackwright/instances/{instance}/importance',
  },
  external_network: {
    external_network_list: ['GET /rackwright/system/external-networks', { computedFrom: ['ip_pool'] }],
    external_network_create: 'POST /rackwright/system/external-networks',
    external_network_view: 'GET /rackwright/system/external-networks/{network}',
    external_network_update: 'PUT /rackwright/system/external-networks/{network}',
    external_network_delete: 'DELETE /rackwright/system/external-networks/{network}',
  },
  system_network: {
    system_network_view: 'GET /rackwright/system/network',
  },
  backup_target: {
    backup_target_list: 'GET /rackwright/system/backup-targets',
    backup_target_create: 'POST /rackwright/system/backup-targets',
    backup_target_view: 'GET /rackwright/system/backup-targets/{target}',
    backup_target_update: 'PUT /rackwright/system/backup-targets/{target}',
    backup_target_delete: 'DELETE /rackwright/system/backup-targets/{target}',
    backup_target_silo_list: ['GET /rackwright/system/backup-targets/{target}/silos', { computedFrom: ['backup'] }],
    backup_target_silo_add: 'POST /rackwright/system/backup-targets/{target}/silos',
    backup_target_silo_import: ['POST /rackwright/system/backup-targets/{target}/imports', { touches: ['backup'] }],
    backup_target_silo_remove: 'DELETE /rackwright/system/backup-targets/{target}/silos/{silo}',
    backup_target_silo_verify: 'POST /rackwright/system/backup-targets/{target}/silos/{silo}/verify',
    own_backup_target_list: 'GET /rackwright/backup-targets',
  },
  installation_backup: {
    installation_backup_list: ['GET /rackwright/installation-backups', { computedFrom: ['backup_target'] }],
    installation_backup_run: 'POST /rackwright/installation-backups',
    installation_backup_schedule_view: 'GET /rackwright/installation-backup-schedule',
    installation_backup_schedule_update: 'PUT /rackwright/installation-backup-schedule',
    installation_backup_recovery_create: 'POST /rackwright/installation-backup-recovery',
  },
  backup: {
    backup_list: 'GET /rackwright/backups',
    backup_view: 'GET /rackwright/backups/{backup}',
    backup_delete: 'DELETE /rackwright/backups/{backup}',
    backup_restore: ['POST /rackwright/backups/{backup}/restore', { touches: ['disk', 'instance'] }],
    backup_restore_list: 'GET /rackwright/backup-restores',
    protection_policy_target_update: [
      'PUT /rackwright/protection-policies/{policy}/backup-target',
      { touches: ['protection_policy'] },
    ],
  },
  platform: {
    platform_view: 'GET /rackwright/platform',
    starter_image_download: 'GET /rackwright/starter-image',
  },
} as const satisfies Nouns
