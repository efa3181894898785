// Turning SAML identity providers off and on, through the API: who can still sign in, and what the login page offers.
import { beforeEach, expect, test } from 'vitest'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const keys = makeKeyPair('idp.test')
const PROVIDERS = '/rackwright/silos/acme/saml-providers'
const LOGIN = 'http://rack.test/login/acme/saml/okta'
const CALLER = { address: '127.0.0.1', secure: false }

eachDatabase((_name, open) => {
  let world: World
  let idp: ReturnType<typeof makeIdp>
  beforeEach(async () => {
    idp = makeIdp(await keys)
    world = await makeWorld(await open(), { ...signInPorts, allowUnsolicitedSaml: true })
    await talk(world.admin).post('/v1/system/silos', samlSilo('acme'))
    await talk(world.admin).post('/v1/system/identity-providers/saml?silo=acme', providerBody(idp))
  })

  async function signIn() {
    const body = new URLSearchParams({ SAMLResponse: await idp.respond(world.clock.now()) })
    return world.plane.fetch(new Request(LOGIN, { method: 'POST', body }), CALLER)
  }
  const redirect = async () => (await world.plane.fetch(new Request(`${LOGIN}/redirect`), CALLER)).status
  const offered = async () => {
    const { body } = await world.anonymous.raw('GET', '/rackwright/login-options?silo=acme')
    return (body.silo as unknown as { saml_providers: string[] }).saml_providers
  }
  const turn = (is_enabled: boolean) => talk(world.admin).put(`${PROVIDERS}/okta`, { is_enabled })

  test('nobody can sign in with a provider that is turned off, until it is on again, and its sessions end', async () => {
    const before = await signIn()
    expect(before.status).toBe(303)
    expect(await turn(false)).toMatchObject({ name: 'okta', is_enabled: false })
    expect([(await signIn()).status, await redirect(), await offered()]).toEqual([404, 404, []])
    const ada = world.withSession(before.headers.get(SESSION_HEADER)!)
    expect((await ada.raw('GET', '/v1/me')).status).toBe(401)
    await turn(true)
    expect([(await signIn()).status, await redirect(), await offered()]).toEqual([303, 302, ['okta']])
    expect(world.errors).toEqual([])
  })

  test('the list says which are on, and shows nothing secret; the published list stays as it was', async () => {
    const { id } = await turn(false)
    const [listed, ...others] = await talk(world.admin).list(PROVIDERS)
    expect(others).toEqual([])
    expect(Object.keys(listed!).sort()).toEqual([
      'description',
      'id',
      'is_enabled',
      'name',
      'time_created',
      'time_modified',
    ])
    expect(listed).toMatchObject({ id, is_enabled: false })
    const [published] = await talk(world.admin).list('/v1/system/identity-providers?silo=acme')
    expect(published).not.toHaveProperty('is_enabled')
    expect(published).toMatchObject({ name: 'okta', provider_type: 'saml' })
  })

  test('an unknown one is not found', async () => {
    const missing = [404, 'ObjectNotFound', 'not found: saml-identity-provider with name "other"']
    expect(await talk(world.admin).refused('PUT', `${PROVIDERS}/other`, { is_enabled: false })).toEqual(missing)
  })
})
