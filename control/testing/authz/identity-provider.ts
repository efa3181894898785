// Authorization test cases for identity providers and logging in with one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { identityProvider as operations } from '#contract/identity-provider.ts'
import type { samlMetadata } from '#contract/saml-metadata.ts'
import { SESSION_HEADER } from '../../frame/ports/caller.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, anyone, onSilo, special, standings, type ActorName } from '../authz-rules.ts'
import { must, standIn, type Call, type Prepared } from '../authz-world.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '../identity-provider.ts'

const SILO = 'with-sso'
const keys = makeKeyPair('idp.test')

interface Made {
  idp: ReturnType<typeof makeIdp>
  as: NonNullable<Call['as']>
  /** The URL of the provider's metadata. */
  url: string
}
const made = new WeakMap<Prepared, Promise<Made>>()

/** A silo with a provider, and users of that provider in the roles that the actors hold in `w.silo`. */
async function furnish(w: Prepared): Promise<Made> {
  const idp = makeIdp(await keys)
  await must(w.operator, 'POST', '/v1/system/silos', samlSilo(SILO))
  await must(w.operator, 'POST', `/v1/system/identity-providers/saml?silo=${SILO}`, providerBody(idp))
  const as: Made['as'] = {}
  const role_assignments = []
  for (const actor of actors.filter((each) => standings[each]?.member)) {
    const body = new URLSearchParams({ SAMLResponse: await idp.respond(w.world.clock.now(), { nameId: actor }) })
    const request = new Request(`http://rack.test/login/${SILO}/saml/okta`, { method: 'POST', body })
    const response = await w.world.plane.fetch(request, { address: '127.0.0.1', secure: false })
    const person = w.world.withSession(response.headers.get(SESSION_HEADER)!)
    as[actor] = await standIn(w, actor, person)
    const identity_id = (await person.raw('GET', '/v1/me')).body.id
    const role_name = standings[actor]?.silo
    if (role_name) role_assignments.push({ identity_type: 'silo_user', identity_id, role_name })
  }
  await must(w.operator, 'PUT', `/v1/system/silos/${SILO}/policy`, { role_assignments })
  return { idp, as, url: await serve(idp.metadata) }
}

/** Serves a document until the tests end. */
async function serve(document: string): Promise<string> {
  const server = createServer((_, response) => response.end(document)).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Made once, for all cases. */
export function ssoSilo(w: Prepared): Promise<Made> {
  const there = made.get(w) ?? furnish(w)
  made.set(w, there)
  return there
}

const inSilo = { query: { silo: SILO }, hidden: `silo with name "${SILO}"` }

export const identityProvider: Cases<keyof typeof operations | keyof typeof samlMetadata | 'login_saml'> = {
  silo_identity_provider_list: row({ rule: onSilo.read, make: ssoSilo, call: (_, { as }) => ({ ...inSilo, as }) }),
  saml_identity_provider_create: row({
    rule: onSilo.administer,
    make: ssoSilo,
    call: (w, { idp, as }) => ({ ...inSilo, as, body: providerBody(idp, { name: w.fresh('provider') }) }),
  }),
  saml_metadata_fetch: row({
    rule: onSilo.administer,
    make: ssoSilo,
    call: (_, { as, url }) => ({ ...inSilo, as, body: { url } }),
  }),
  saml_identity_provider_view: row({
    rule: special(
      'silo viewer or fleet viewer',
      (s) => s.fleet !== undefined || (s.member === true && s.silo !== undefined),
      (s) => s.fleet !== undefined || (s.member === true && s.silo !== undefined),
    ),
    make: ssoSilo,
    call: (_, { as }) => ({
      ...inSilo,
      as,
      path: { provider: 'okta' },
      hidden: (actor: ActorName) =>
        standings[actor]?.member ? 'saml-identity-provider with name "okta"' : inSilo.hidden,
    }),
  }),
  login_saml: row({
    rule: anyone,
    make: ssoSilo,
    call: async (w, { idp }) => ({
      path: { silo_name: SILO, provider_name: 'okta' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse: await idp.respond(w.world.clock.now()) }).toString(),
    }),
  }),
}
