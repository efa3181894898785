// Console sessions. Only a hash of the token is stored, so that reading the database is not enough to log in.
import { table, text, time, uuid } from '../../define.ts'

export const session = table(
  'session',
  {
    id: uuid(),
    token_hash: text(),
    silo_user_id: uuid().references('silo_user', 'cascade'),
    time_created: time(),
    time_last_used: time(),
    /** When the user last proved here that it is them, after signing in. */
    time_proven: time().nullable(),
    /** Where it was opened, for the user to recognize it. */
    address: text().nullable(),
    user_agent: text().nullable(),
    /** The provider that opened it, and the sealed ID token with which the user signs out there. */
    oidc_provider_id: uuid().references('oidc_provider', 'cascade').nullable(),
    id_token: text().nullable(),
    saml_provider_id: uuid().references('saml_identity_provider', 'cascade').nullable(),
  },
  { primary: ['id'], unique: [['token_hash']], index: [['silo_user_id'], ['oidc_provider_id'], ['saml_provider_id']] },
)
