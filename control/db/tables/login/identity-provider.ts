// SAML identity providers of a silo, and the assertions already used.
import { boolean, table, text, time, uuid } from '../../define.ts'

export const saml_identity_provider = table(
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
    /** Signs our request ids, so that responses to foreign requests are recognized without storing every request. */
    request_key: text(),
    /** Nobody can sign in with a provider that is turned off. */
    is_enabled: boolean(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
)

/** An assertion can be used once: kept until it expires, to detect replays. */
export const saml_assertion = table(
  'saml_assertion',
  {
    identity_provider_id: uuid().references('saml_identity_provider', 'cascade'),
    assertion_id: text(),
    time_expires: time(),
  },
  { primary: ['identity_provider_id', 'assertion_id'], index: [['time_expires']] },
)
