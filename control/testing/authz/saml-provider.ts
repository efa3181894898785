// Authorization test cases for turning SAML identity providers off and on.
import type { samlProvider as operations } from '#contract/saml-provider.ts'
import { row, type Cases } from '../authz-row.ts'
import { onSilo } from '../authz-rules.ts'
import { ssoSilo } from './identity-provider.ts'
import { readable } from './oidc-provider.ts'

const SILO = 'with-sso'
const hidden = `silo with name "${SILO}"`

export const samlProvider: Cases<keyof typeof operations> = {
  saml_provider_list: row({
    rule: readable,
    make: ssoSilo,
    call: (_, { as }) => ({ as, path: { silo: SILO }, hidden }),
  }),
  saml_provider_update: row({
    rule: onSilo.administer,
    make: ssoSilo,
    // it stays on, because others sign in with it
    call: (_, { as }) => ({ as, path: { silo: SILO, provider: 'okta' }, hidden, body: { is_enabled: true } }),
  }),
}
