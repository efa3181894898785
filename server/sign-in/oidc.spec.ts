// OpenID Connect through the API, on every database: managing providers, signing in with one, and every response that is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { samlSilo } from '#control/testing/identity-provider.ts'
import { CLIENT, LIES, makeKey, startIssuer, type Issuer, type Lies } from '#control/testing/oidc-issuer.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const PROVIDERS = '/rackwright/silos/acme/identity-providers'
const bodyOf = ({ issuer }: Issuer, more: object = {}) => ({
  name: 'corp',
  description: '',
  issuer,
  ...CLIENT,
  redirect_uri: 'http://rack.test/login/acme/oidc/corp',
  groups_claim: 'groups',
  ...more,
})

let idp: Issuer
beforeAll(async () => void (idp = await startIssuer()))
afterAll(() => idp.stop())

eachDatabase((_name, open) => {
  let world: World
  beforeEach(async () => {
    world = await makeWorld(await open(), signInPorts)
    await talk(world.admin).post('/v1/system/silos', samlSilo('acme'))
    await talk(world.admin).post(PROVIDERS, bodyOf(idp))
  })

  async function post(path: string, body: unknown, browser?: string) {
    const request = new Request(`http://rack.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await world.plane.fetch(request, { address: '127.0.0.1', secure: false, browser })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }

  async function begin(provider = 'corp', silo = 'acme') {
    const { status, headers, body } = await post(`/rackwright/login/${silo}/oidc/${provider}/begin`, undefined)
    expect(status, JSON.stringify(body)).toBe(200)
    return { location: (body as { location: string }).location, browser: headers.get(BROWSER_HEADER)! }
  }

  const complete = (response: string, browser: string | undefined, provider = 'corp', silo = 'acme') =>
    post(`/rackwright/login/${silo}/oidc/${provider}`, { response }, browser)

  async function signIn(lies?: Lies) {
    const { location, browser } = await begin()
    return complete(idp.authorize(location, lies), browser)
  }

  async function person(lies?: Lies) {
    const { status, headers, body } = await signIn(lies)
    expect(status, JSON.stringify(body)).toBe(204)
    return world.withSession(headers.get(SESSION_HEADER)!)
  }

  const groupsOf = async (lies: Lies) =>
    (await talk(await person(lies)).list('/v1/me/groups')).map(({ display_name }) => display_name).sort()

  describe('signing in', () => {
    test('sends the browser away with PKCE, a nonce and a state', async () => {
      const { location, browser } = await begin()
      const { origin, searchParams } = new URL(location)
      expect(origin).toBe(idp.issuer)
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: 'rackwright',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        redirect_uri: 'http://rack.test/login/acme/oidc/corp',
        response_type: 'code',
        scope: 'openid',
        state: expect.stringMatching(/^_[0-9a-f]{58}$/),
      })
      expect(browser).toMatch(/^[0-9a-f]{40}$/)
    })

    test('creates the user once, and groups follow the last login', async () => {
      expect(await groupsOf({ claims: { groups: ['admins', 'staff'] } })).toEqual(['admins', 'staff'])
      expect(await groupsOf({ claims: { groups: 'staff' } })).toEqual(['staff'])
      expect(await groupsOf({})).toEqual([])
      const rows = await world.host.db.read.selectFrom('silo_user').select('external_id').execute()
      expect(rows.filter(({ external_id }) => external_id === 'ada')).toHaveLength(1)
      expect(world.errors).toEqual([])
    })

    test('the name comes from the claim that was chosen', async () => {
      await talk(world.admin).put(`${PROVIDERS}/corp`, { ...bodyOf(idp), name_claim: 'email' })
      const email = 'ada@example.com'
      const me = (await (await person({ claims: { email, email_verified: true } })).raw('GET', '/v1/me')).body
      expect(me.display_name).toBe(email)
      const missing = await signIn()
      expect([missing.status, missing.body.message]).toEqual([
        400,
        'the identity provider sent no claim "email", which names the user',
      ])
    })

    test.each([
      [false, 'is false'],
      ['true', 'is neither true nor false'],
      [1, 'is neither true nor false'],
      [0, 'is neither true nor false'],
      [null, 'is neither true nor false'],
      [undefined, 'is missing'],
    ])('an e-mail address with email_verified: %j is no name', async (email_verified, fault) => {
      await talk(world.admin).put(`${PROVIDERS}/corp`, { ...bodyOf(idp), name_claim: 'email' })
      const { status, body } = await signIn({ claims: { email: 'ada@example.com', email_verified } })
      const text = 'the identity provider does not vouch for the e-mail address of the user'
      expect([status, body.message]).toEqual([400, `${text}: the claim "email_verified" ${fault}, and must be true`])
    })

    test('a provider from before can leave out email_verified until it is saved, and only leave it out', async () => {
      const settings = { ...bodyOf(idp), name_claim: 'email' }
      await talk(world.admin).put(`${PROVIDERS}/corp`, settings)
      const old = { accepts_missing_email_verified: true }
      await world.host.db.transaction((tx) => tx.updateTable('oidc_provider').set(old).execute())
      expect(await talk(world.admin).get(`${PROVIDERS}/corp`)).toMatchObject(old)
      const email = 'ada@example.com'
      expect((await signIn({ claims: { email } })).status).toBe(204)
      expect((await signIn({ claims: { email, email_verified: null } })).status).toBe(400)
      expect((await signIn({ claims: { email, email_verified: false } })).status).toBe(400)
      await talk(world.admin).put(`${PROVIDERS}/corp`, settings)
      expect((await signIn({ claims: { email } })).status).toBe(400)
    })

    test('a token that names us as the authorized party, and one issued a moment ahead of our clock', async () => {
      const iat = Math.floor(Date.now() / 1000) + 30
      expect((await signIn({ claims: { azp: CLIENT.client_id, iat } })).status).toBe(204)
    })

    test('a rotated key works at once, and the old one no longer', async () => {
      const old = makeKey('old')
      idp.rotate(old)
      expect((await signIn()).status).toBe(204)
      idp.rotate()
      expect((await signIn()).status).toBe(204)
      expect((await signIn({ key: old })).status).toBe(401)
    })

    test('clocks can differ by a minute', async () => {
      const now = Math.floor(Date.now() / 1000)
      expect((await signIn({ claims: { exp: now - 30, iat: now - 330 } })).status).toBe(204)
      expect((await signIn({ claims: { exp: now - 90, iat: now - 390 } })).status).toBe(401)
    })
  })

  describe('refused', () => {
    const REFUSED = 'the response of the identity provider was refused'
    test.each(LIES)('%s', async (_what, lies) => {
      const { status, body, headers } = await signIn(lies)
      expect([status, body.message, headers.get(SESSION_HEADER)]).toEqual([401, REFUSED, null])
      expect(
        await world.host.db.read.selectFrom('silo_user').selectAll().where('external_id', '=', 'ada').execute(),
      ).toEqual([])
    })

    test('a response to another browser, to none, with a changed state, and a second time', async () => {
      const { location, browser } = await begin()
      const response = idp.authorize(location)
      const stranger = (await begin()).browser
      expect((await complete(response, stranger)).status).toBe(401)
      expect((await complete(response, undefined)).status).toBe(401)
      const changed = new URLSearchParams(response)
      changed.set(
        'state',
        changed.get('state')!.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      )
      expect((await complete(changed.toString(), browser)).status).toBe(401)
      expect((await complete(response, browser)).status).toBe(204)
      expect((await complete(response, browser)).status).toBe(401)
      // the same login with another code
      expect((await complete(idp.authorize(location), browser)).status).toBe(401)
    })

    test('a response too late, and an error of the provider', async () => {
      const { location, browser } = await begin()
      const state = new URL(location).searchParams.get('state')!
      expect((await complete(new URLSearchParams({ error: 'access_denied', state }).toString(), browser)).status).toBe(
        401,
      )
      await world.clock.advance(8 * 3600_000 + 1000)
      expect((await complete(idp.authorize(location), browser)).status).toBe(401)
    })

    test('a response of the provider of another silo', async () => {
      await talk(world.admin).post('/v1/system/silos', samlSilo('rival'))
      const redirect_uri = 'http://rack.test/login/rival/oidc/corp'
      await talk(world.admin).post('/rackwright/silos/rival/identity-providers', bodyOf(idp, { redirect_uri }))
      const { location, browser } = await begin('corp', 'rival')
      const response = idp.authorize(location)
      expect((await complete(response, browser)).status).toBe(401)
      expect((await complete(response, browser, 'corp', 'rival')).status).toBe(204)
    })
  })

  describe('providers', () => {
    test('are shown without their secret, which is sealed, and are absent from the published list', async () => {
      const { get, list } = talk(world.admin)
      const shown = await get(`${PROVIDERS}/corp`)
      expect(shown).toMatchObject({ name: 'corp', has_client_secret: true, name_claim: 'sub', is_enabled: true })
      expect(await list(PROVIDERS)).toEqual([shown])
      expect(JSON.stringify(shown)).not.toContain(CLIENT.client_secret)
      const [row] = await world.host.db.read.selectFrom('oidc_provider').selectAll().execute()
      expect(row?.client_secret).toMatch(/^sealed:1:/)
      expect(await list('/v1/system/identity-providers?silo=acme')).toEqual([])
      const options = await world.anonymous.raw('GET', '/rackwright/login-options?silo=acme')
      expect(options.body.silo).toMatchObject({ saml_providers: [], oidc_providers: ['corp'] })
    })

    test('that are turned off or deleted sign nobody in, and end the sessions they opened', async () => {
      const ada = await person()
      const { is_enabled: _, ...settings } = { is_enabled: true, ...bodyOf(idp) }
      // the provider is broken, and can be turned off all the same
      await talk(world.admin).put(`${PROVIDERS}/corp`, { ...settings, issuer: 'http://127.0.0.1:1', is_enabled: false })
      const { status } = await post('/rackwright/login/acme/oidc/corp/begin', undefined)
      expect(status).toBe(404)
      const options = await world.anonymous.raw('GET', '/rackwright/login-options?silo=acme')
      expect(options.body.silo).toMatchObject({ oidc_providers: [] })
      await talk(world.admin).del(`${PROVIDERS}/corp`)
      expect((await ada.raw('GET', '/v1/me')).status).toBe(401)
    })

    test('an update keeps the secret unless it gives another or none', async () => {
      const { client_secret: _, ...settings } = bodyOf(idp)
      await talk(world.admin).put(`${PROVIDERS}/corp`, settings)
      expect((await signIn()).status).toBe(204)
      const cleared = await talk(world.admin).put(`${PROVIDERS}/corp`, { ...settings, client_secret: null })
      expect(cleared.has_client_secret).toBe(false)
      expect((await signIn()).status).toBe(401)
    })

    test('another issuer never gets the secret that was given for the one before', async () => {
      const { client_secret: _, ...settings } = bodyOf(idp)
      const other = await startIssuer()
      const { put } = talk(world.admin)
      const moved = await put(`${PROVIDERS}/corp`, { ...settings, issuer: other.issuer })
      expect(moved).toMatchObject({ issuer: other.issuer, has_client_secret: false })
      expect(await put(`${PROVIDERS}/corp`, settings)).toMatchObject({ has_client_secret: false })
      // nor while it is turned off
      expect(await put(`${PROVIDERS}/corp`, bodyOf(idp))).toMatchObject({ has_client_secret: true })
      const off = { ...settings, issuer: 'http://127.0.0.1:1', is_enabled: false }
      expect(await put(`${PROVIDERS}/corp`, off)).toMatchObject({ has_client_secret: false })
      const given = await put(`${PROVIDERS}/corp`, bodyOf(other))
      expect(given).toMatchObject({ issuer: other.issuer, has_client_secret: true })
      await other.stop()
    })

    test('what would be trusted can be seen before', async () => {
      idp.rotate(makeKey('seen'))
      const { status, body } = await world.admin.raw('POST', '/rackwright/silos/acme/oidc-discovery', {
        issuer: idp.issuer,
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        issuer: idp.issuer,
        authorization_endpoint: `${idp.issuer}/authorize`,
        signing_keys: [{ kid: 'seen', kty: 'RSA', alg: 'RS256' }],
      })
    })

    test.each(['http://127.0.0.1:1', 'ftp://x.test', 'nonsense'])(
      'the issuer %s is refused with one text',
      async (issuer) => {
        const text = 'it did not return the configuration of an OpenID Connect provider'
        const refused = [400, 'InvalidValue', `unsupported value for "issuer": ${text}`]
        expect(await talk(world.admin).refused('POST', PROVIDERS, bodyOf(idp, { name: 'x', issuer }))).toEqual(refused)
      },
    )

    test('need a silo whose users come from identity providers', async () => {
      const path = '/rackwright/silos/recovery/identity-providers'
      expect(await talk(world.admin).refused('POST', path, bodyOf(idp))).toEqual([
        400,
        'InvalidRequest',
        'cannot create identity providers in this kind of Silo',
      ])
    })
  })

  test('signing out leads to the provider, with the token it issued, for sessions that it opened', async () => {
    const logout = '/rackwright/me/identity-provider-logout'
    expect(await talk(world.admin).get(logout)).toEqual({ location: null })
    const { location } = await talk(await person()).get(logout)
    const { origin, pathname, searchParams } = new URL(location as string)
    expect([origin, pathname]).toEqual([idp.issuer, '/logout'])
    expect(searchParams.get('post_logout_redirect_uri')).toBe('http://rack.test/login')
    expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const [row] = await world.host.db.read
      .selectFrom('session')
      .select('id_token')
      .where('id_token', 'is not', null)
      .execute()
    expect(row?.id_token).toMatch(/^sealed:1:/)
  })
})
