// Operations in English: "rebooted web-1" for instance_reboot. Most names follow from the operation; the others are listed.
import type { OperationId } from '#contract/operations.ts'

/** The past tense of each verb that an operation's name can end in. */
const pasts: Record<string, string> = {
  add: 'added',
  attach: 'attached',
  create: 'created',
  delete: 'deleted',
  demote: 'demoted',
  detach: 'detached',
  disable: 'disabled',
  enable: 'enabled',
  promote: 'promoted',
  remove: 'removed',
  update: 'changed',
}

const infinitives: Record<string, string> = {
  ...Object.fromEntries(Object.entries(pasts).map(([verb, past]) => [past, verb])),
  applied: 'apply',
  began: 'begin',
  changed: 'change',
  downloaded: 'download',
  checked: 'check',
  cleared: 'clear',
  accepted: 'accept',
  confirmed: 'confirm',
  ejected: 'eject',
  ended: 'end',
  finished: 'finish',
  'force-stopped': 'force-stop',
  hid: 'hide',
  inserted: 'insert',
  invited: 'invite',
  linked: 'link',
  rebooted: 'reboot',
  replaced: 'replace',
  resent: 'resend',
  reset: 'reset',
  resized: 'resize',
  restored: 'restore',
  revoked: 'revoke',
  set: 'set',
  signed: 'sign',
  trusted: 'trust',
  started: 'start',
  stopped: 'stop',
  tested: 'test',
  uploaded: 'upload',
  unlinked: 'unlink',
}

/**
 * The noun in braces stands for the target: "VPC web" for {VPC} if its name is known, else "a VPC". With `!`, the name stands alone.
 */
const phrases: Partial<Record<OperationId, string>> = {
  login_saml: 'signed in',
  login_local: 'signed in',
  login_oidc: 'signed in',
  login_passkey: 'signed in with a passkey',
  login_second_factor: 'signed in with a second factor',
  logout: 'signed out',
  user_logout: 'signed out {user} everywhere',
  own_session_delete: 'ended {session}',
  own_password_set: 'changed their password',
  device_auth_request: 'began to sign in {device}',
  device_auth_confirm: 'signed in {device}',
  current_user_access_token_delete: 'deleted {access token}',
  current_user_ssh_key_create: 'added {SSH key}',
  current_user_ssh_key_delete: 'deleted {SSH key}',
  user_access_token_delete: 'deleted {access token}',
  deleted_restore: 'restored {!deleted resource}',
  deleted_remove: 'removed {!deleted resource} for good',
  deleted_settings_update: 'changed how long {silo} keeps deleted resources',
  auth_settings_update: 'changed the sign-in settings of {silo}',
  silo_auth_settings_update: 'changed the sign-in settings of {silo}',
  second_factor_enroll: 'began to set up a second factor',
  second_factor_confirm: 'confirmed a second factor',
  second_factor_replace_recovery_codes: 'replaced recovery codes',
  second_factor_disable: 'disabled a second factor',
  user_second_factor_reset: 'reset the second factor of {user}',
  passkey_begin: 'began to add a passkey',
  second_factor_policy_update: 'changed the second factor policy of {silo}',
  scim_token_create: 'created a SCIM token of {silo}',
  scim_token_delete: 'deleted a SCIM token of {silo}',
  policy_update: 'changed access to {silo}',
  project_policy_update: 'changed access to {project}',
  system_policy_update: 'changed access to the fleet',
  silo_policy_update: 'changed access to {silo}',
  local_idp_user_create: 'created {user}',
  local_idp_user_delete: 'deleted {user}',
  local_user_create: 'created {user}',
  local_user_set_password: 'set the password of {user}',
  password_policy_update: 'changed the password rule of {silo}',
  silo_description_update: 'changed the description of {silo}',
  invitation_create: 'invited {user}',
  invitation_delete: 'revoked the invitation of {user}',
  invitation_redeem: 'accepted an invitation',
  local_idp_user_set_password: 'set the password of {user}',
  silo_quotas_update: 'changed the quotas of {silo}',
  saml_identity_provider_create: 'created {identity provider}',
  oidc_provider_create: 'created {identity provider}',
  oidc_provider_update: 'changed {identity provider}',
  oidc_provider_delete: 'deleted {identity provider}',
  silo_certificate_create: 'created {certificate}',
  silo_certificate_delete: 'deleted {certificate}',
  service_account_token_create: 'created a token for {service account}',
  alert_receiver_probe: 'tested {alert receiver}',
  alert_receiver_subscription_add: 'added a subscription to {alert receiver}',
  alert_receiver_subscription_remove: 'removed a subscription from {alert receiver}',
  alert_delivery_resend: 'resent {alert}',
  email_receiver_probe: 'tested {e-mail receiver}',
  email_delivery_resend: 'resent an alert to {e-mail receiver}',
  alert_subscription_confirmation_send: 'resent the confirmation of an e-mail address',
  alert_subscription_confirm: 'confirmed an e-mail address',
  user_state_update: 'changed whether {user} can sign in',
  webhook_secrets_add: 'added a secret to {webhook}',
  webhook_secrets_delete: 'deleted a secret of {webhook}',
  smtp_settings_update: 'changed the mail server',
  smtp_settings_delete: 'removed the mail server',
  smtp_settings_test: 'tested the mail server',
  host_trust: 'trusted the key of {host}',
  host_check: 'checked {host} again',
  host_setup_update: 'changed the setup script of hosts',
  first_steps_dismiss: 'hid the first steps',
  instance_update: 'changed {!instance}',
  instance_identity_update: 'changed the name, description or notes of {!instance}',
  instance_resize: 'resized {!instance}',
  instance_clone_create: 'began to clone an instance as {!instance}',
  instance_clone_delete: 'deleted the clone {!instance} or its entry',
  instance_rollback_create: 'began to restore {!instance} to a point in time',
  instance_rollback_delete: 'stopped the return of {!instance} to a point in time, or deleted its entry',
  instance_reboot: 'rebooted {!instance}',
  instance_start: 'started {!instance}',
  instance_stop: 'stopped {!instance}',
  instance_force_stop: 'force-stopped {!instance}',
  instance_migrate: 'began to move {!instance} to another sled',
  instance_migration_cancel: 'stopped the move of {!instance}',
  sled_drain_start: 'began to drain {sled}',
  sled_drain_stop: 'stopped draining {sled}',
  instance_disk_attach: 'attached {disk}',
  instance_disk_detach: 'detached {disk}',
  instance_disk_hot_attach: 'attached {disk}',
  instance_disk_hot_detach: 'detached {disk}',
  disk_resize: 'resized {disk}',
  disk_bulk_write_import: 'uploaded a part of {disk}',
  disk_blocks_write: 'uploaded a part of {disk}',
  disk_bulk_write_import_start: 'began to upload {disk}',
  disk_bulk_write_import_stop: 'ended the upload of {disk}',
  disk_finalize_import: 'finished the upload of {disk}',
  image_upload_create: 'began to upload {image}',
  image_upload_write: 'uploaded {image}',
  image_upload_delete: 'deleted the upload of {image}',
  affinity_group_member_instance_add: 'added an instance to {affinity group}',
  affinity_group_member_instance_delete: 'removed an instance from {affinity group}',
  anti_affinity_group_member_instance_add: 'added an instance to {anti-affinity group}',
  anti_affinity_group_member_instance_delete: 'removed an instance from {anti-affinity group}',
  vpc_subnet_create: 'created {subnet}',
  vpc_subnet_update: 'changed {subnet}',
  vpc_subnet_delete: 'deleted {subnet}',
  vpc_router_create: 'created {router}',
  vpc_router_update: 'changed {router}',
  vpc_router_delete: 'deleted {router}',
  vpc_router_route_create: 'created {route}',
  vpc_router_route_update: 'changed {route}',
  vpc_router_route_delete: 'deleted {route}',
  label_update: 'changed the labels of {!resource}',
  backup_target_silo_add: 'linked {backup target} to a silo',
  backup_target_silo_import: 'added an existing repository of {backup target} to a silo',
  backup_target_silo_remove: 'unlinked {backup target} from a silo',
  backup_target_silo_verify: 'started a verification at {backup target}',
  installation_backup_run: 'started a backup of the installation',
  installation_backup_schedule_update: 'changed the schedule of the backups of the installation',
  installation_backup_recovery_create: 'downloaded the recovery file of the installation',
  backup_restore: 'restored a backup of {!resource}',
  backup_delete: 'deleted a backup of {!resource}',
  protection_policy_target_update: 'changed the backup target of {protection policy}',
  protection_policy_run: 'started {protection policy}',
  recovery_point_restore: 'began to restore a point in time as {!instance}',
  recovery_point_update: 'changed whether a point in time of {!instance} is kept',
  architecture_update: 'changed the architecture of {!resource}',
  vpc_firewall_rules_update: 'changed the firewall rules of {VPC}',
  internet_gateway_ip_address_create: 'added {address} to an internet gateway',
  internet_gateway_ip_address_delete: 'removed {address} from an internet gateway',
  internet_gateway_ip_pool_create: 'added {IP pool} to an internet gateway',
  internet_gateway_ip_pool_delete: 'removed {IP pool} from an internet gateway',
  instance_network_interface_create: 'created {network interface}',
  instance_network_interface_hot_attach: 'created {network interface}',
  instance_network_interface_hot_detach: 'deleted {network interface}',
  instance_cd_insert: 'inserted a CD into {!instance}',
  instance_cd_eject: 'ejected the CD of {!instance}',
  instance_network_interface_update: 'changed {network interface}',
  instance_network_interface_delete: 'deleted {network interface}',
  instance_ephemeral_ip_attach: 'attached an ephemeral IP to {!instance}',
  instance_ephemeral_ip_detach: 'detached the ephemeral IP of {!instance}',
  ip_pool_service_range_add: 'added a range to the service IP pool',
  ip_pool_service_range_remove: 'removed a range from the service IP pool',
  ip_pool_range_add: 'added a range to {IP pool}',
  ip_pool_range_remove: 'removed a range from {IP pool}',
  ip_pool_silo_link: 'linked {IP pool} to a silo',
  ip_pool_silo_update: 'changed a silo link of {IP pool}',
  ip_pool_silo_unlink: 'unlinked {IP pool} from a silo',
  installation_update: 'changed the name of the installation',
  failover_settings_update: 'changed the failover settings',
  sled_confirm_off: 'confirmed that the host of {sled} is off',
  sled_fence_set: 'set the fence agent of {sled}',
  sled_fence_delete: 'removed the fence agent of {sled}',
  sled_fence_test: 'tested the fence agent of {sled}',
  instance_importance_update: 'changed the importance of {!instance}',
  cpu_overcommit_update: 'changed the CPU overcommit of the rack',
  sled_set_provision_policy: 'changed the provision policy of {sled}',
  networking_switch_port_lldp_config_update: 'changed LLDP on {switch port}',
  networking_switch_port_apply_settings: 'applied settings to {switch port}',
  networking_switch_port_clear_settings: 'cleared the settings of {switch port}',
  networking_bfd_enable: 'enabled {BFD session}',
  networking_bfd_disable: 'disabled {BFD session}',
  networking_allow_list_update: 'changed the allow list',
  target_release_update: 'set the target release',
  audit_settings_update: 'changed the settings of the audit log',
}

const ACRONYM = /\b(bfd|bgp|ip|lldp|oidc|saml|scim|smtp|ssh|vpc)\b/g
const wordsOf = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace('anti affinity', 'anti-affinity')
    .replace(ACRONYM, (word) => word.toUpperCase())

/** "created {disk}". Operations of a newer host are shown by name. */
export function phraseOf(operation: string): string {
  const known = phrases[operation as OperationId]
  if (known) return known
  const [, noun = '', verb = ''] = /^(?:networking_)?(.+)_([a-z]+)$/.exec(operation) ?? []
  const past = pasts[verb]
  return past ? `${past} {${wordsOf(noun)}}` : `called ${operation} for {target}`
}

/** "could not create {disk}" for "created {disk}" */
export function refusalOf(phrase: string): string {
  const [past = '', ...rest] = phrase.split(' ')
  return ['could not', infinitives[past] ?? past, ...rest].join(' ')
}

const withArticle = (noun: string) => `${/^([aeio]|IP|SSH|upload)/.test(noun) ? 'an' : 'a'} ${noun}`

export interface Phrase {
  before: string
  /** The name of the target. */
  name: string
  after: string
}

/** A phrase about this target, split around its name. */
export function aboutTarget(phrase: string, name: string | null): Phrase {
  const [, before = '', mark = '', noun, after = ''] = /^([^{]*)(?:\{(!?)([^}]*)\}(.*))?$/.exec(phrase) ?? []
  if (noun === undefined) return { before, name: '', after }
  if (name === null || name === '') return { before: before + withArticle(noun), name: '', after }
  return { before: mark ? before : `${before}${noun} `, name, after }
}
