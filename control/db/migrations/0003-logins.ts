// Other ways in: single sign-on, devices and their tokens, SSH keys.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createTable } from '../create.ts'
import { table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const tables = [
  table(
    'ssh_key',
    {
      id: uuid(),
      silo_user_id: uuid().references('silo_user', 'cascade'),
      name: text(),
      description: text(),
      public_key: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_user_id', 'name']], index: [['silo_user_id', 'id']] },
  ),
  table(
    'saml_identity_provider',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'cascade'),
      name: text(),
      description: text(),
      idp_metadata: text(),
      idp_entity_id: text(),
      sp_client_id: text(),
      acs_url: text(),
      slo_url: text(),
      technical_contact_email: text(),
      group_attribute_name: text().nullable(),
      public_cert: text().nullable(),
      private_key: text().nullable(),
      request_key: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
  ),
  table(
    'saml_assertion',
    {
      identity_provider_id: uuid().references('saml_identity_provider', 'cascade'),
      assertion_id: text(),
      time_expires: time(),
    },
    { primary: ['identity_provider_id', 'assertion_id'], index: [['time_expires']] },
  ),
  table(
    'device_auth_request',
    {
      token_hash: text(),
      user_code: text(),
      client_id: uuid(),
      address: text().nullable(),
      time_created: time(),
      time_expires: time(),
    },
    { primary: ['token_hash'], unique: [['user_code']], index: [['time_expires'], ['address', 'time_expires']] },
  ),
  table(
    'device_access_token',
    {
      id: uuid(),
      token_hash: text(),
      client_id: uuid(),
      silo_user_id: uuid().references('silo_user', 'cascade'),
      time_requested: time(),
      time_created: time(),
    },
    { primary: ['id'], unique: [['token_hash']], index: [['silo_user_id', 'id']] },
  ),
]

export const migration: Migration = {
  name: '0003-logins',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
