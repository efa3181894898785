// Authorization test cases for OpenID Connect providers and logging in with one.
import type { oidcProvider as operations } from '#contract/oidc-provider.ts'
import { BROWSER_HEADER } from '../../frame/ports/caller.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, anyone, onSilo, signedIn, special } from '../authz-rules.ts'
import { must, type Call, type Prepared } from '../authz-world.ts'
import { CLIENT, startIssuer, type Issuer } from '../oidc-issuer.ts'
import { ssoSilo } from './identity-provider.ts'

const SILO = 'with-sso'
const hidden = `silo with name "${SILO}"`
const PROVIDERS = `/rackwright/silos/${SILO}/identity-providers`

let started: Promise<Issuer> | undefined

const bodyOf = async (name: string) => {
  const { issuer } = await (started ??= startIssuer())
  return { name, description: '', issuer, ...CLIENT, redirect_uri: `http://rack.test/login/${SILO}/oidc/${name}` }
}

/** A new provider in the silo, and who stands in for the actors there. */
async function provider(w: Prepared) {
  const { as } = await ssoSilo(w)
  const name = w.fresh('provider')
  await must(w.operator, 'POST', PROVIDERS, await bodyOf(name))
  return { as, name }
}

async function loginOf(w: Prepared): Promise<Call> {
  const { name } = await provider(w)
  const path = { silo_name: SILO, provider_name: name }
  const { headers, body } = await w.world.anonymous.raw('POST', `/rackwright/login/${SILO}/oidc/${name}/begin`)
  const response = (await started!).authorize((body as { location: string }).location)
  const browser = w.world.withBrowser(headers.get(BROWSER_HEADER)!)
  return { as: Object.fromEntries(actors.map((actor) => [actor, browser])), path, body: { response } }
}

const sees = (...[s]: Parameters<typeof onSilo.read.outcome>) =>
  s.fleet !== undefined || (s.member === true && s.silo !== undefined)
export const readable = special('silo viewer or fleet viewer', sees, sees)
const ofSilo = { path: { silo: SILO }, hidden }
const one = (name: string) => ({ path: { silo: SILO, provider: name }, hidden })

export const oidcProvider: Cases<keyof typeof operations> = {
  oidc_provider_list: row({ rule: readable, make: ssoSilo, call: (_, { as }) => ({ ...ofSilo, as }) }),
  oidc_provider_create: row({
    rule: onSilo.administer,
    make: ssoSilo,
    call: async (w, { as }) => ({ ...ofSilo, as, body: await bodyOf(w.fresh('provider')) }),
  }),
  oidc_provider_view: row({ rule: readable, make: provider, call: (_, { as, name }) => ({ ...one(name), as }) }),
  oidc_provider_update: row({
    rule: onSilo.administer,
    make: provider,
    call: async (_, { as, name }) => {
      const { name: _name, ...settings } = await bodyOf(name)
      return { ...one(name), as, body: { ...settings, is_enabled: false } }
    },
  }),
  oidc_provider_delete: row({
    rule: onSilo.administer,
    make: provider,
    call: (_, { as, name }) => ({ ...one(name), as }),
  }),
  oidc_discovery_fetch: row({
    rule: onSilo.administer,
    make: ssoSilo,
    call: async (_, { as }) => ({ ...ofSilo, as, body: { issuer: (await bodyOf('any')).issuer } }),
  }),
  login_oidc_begin: row({
    rule: anyone,
    make: provider,
    call: (_, { name }) => ({ path: { silo_name: SILO, provider_name: name } }),
  }),
  login_oidc: row({ rule: anyone, make: loginOf, call: (_, call) => call }),
  oidc_logout_view: row({ rule: signedIn, call: () => ({}) }),
}
