// OpenID Connect identity providers of a silo, and the logins already completed.
import { boolean, table, text, time, uuid } from '../../define.ts'

export const oidc_provider = table(
  'oidc_provider',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    name: text(),
    description: text(),
    issuer: text(),
    client_id: text(),
    /** Sealed. Null for clients that have none and rely on PKCE. */
    client_secret: text().nullable(),
    redirect_uri: text(),
    scopes: text(),
    name_claim: text(),
    groups_claim: text().nullable(),
    /** From before `email_verified` was required, and not saved since. */
    accepts_missing_email_verified: boolean(),
    is_enabled: boolean(),
    /** Signs our request ids, as for SAML. */
    request_key: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
)

/** A login can be completed once: kept until it expires, to detect replays. */
export const oidc_login = table(
  'oidc_login',
  { oidc_provider_id: uuid().references('oidc_provider', 'cascade'), login_id: text(), time_expires: time() },
  { primary: ['oidc_provider_id', 'login_id'], index: [['time_expires']] },
)
