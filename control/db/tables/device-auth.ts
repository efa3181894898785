// Pending device logins, and access tokens: of confirmed devices, and those created directly. Only token hashes are stored.
import { boolean, integer, table, text, time, uuid } from '../define.ts'

export const device_auth_request = table(
  'device_auth_request',
  {
    /** Hash of the token that the device code turns into once confirmed. */
    token_hash: text(),
    user_code: text(),
    client_id: uuid(),
    /** The requesting address: limits pending requests per address, so that one cannot fill the table. */
    address: text().nullable(),
    time_created: time(),
    time_expires: time(),
    /** What the device wants its token to be called, and how long it should last. */
    name: text().nullable(),
    ttl_seconds: integer().nullable(),
  },
  { primary: ['token_hash'], unique: [['user_code']], index: [['time_expires'], ['address', 'time_expires']] },
)

export const device_access_token = table(
  'device_access_token',
  {
    id: uuid(),
    token_hash: text(),
    /** The ID of the device. Tokens that were created directly have their own ID here: no device can ask for them. */
    client_id: uuid(),
    silo_user_id: uuid().references('silo_user', 'cascade'),
    time_requested: time(),
    time_created: time(),
    name: text(),
    time_expires: time().nullable(),
    time_last_used: time().nullable(),
    /** The scope. Its limits apply together. */
    read_only: boolean(),
    project_id: uuid().references('project', 'cascade').nullable(),
    role: text<'viewer' | 'collaborator'>().nullable(),
    /** The provider of the session that created it, or of the token that did. It ends with the provider. */
    oidc_provider_id: uuid().references('oidc_provider', 'cascade').nullable(),
    saml_provider_id: uuid().references('saml_identity_provider', 'cascade').nullable(),
  },
  {
    primary: ['id'],
    unique: [['token_hash']],
    index: [['silo_user_id', 'id'], ['project_id'], ['time_expires'], ['oidc_provider_id'], ['saml_provider_id']],
  },
)
