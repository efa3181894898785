// Disabling and deleting users through the API, on every database: what ends, who can do it, and that no way to sign in leads back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PENDING_LOGIN_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { makeAuthenticator } from '#control/testing/authenticator.ts'
import { makeSilo, makeUser, must } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { startIssuer, type Issuer } from '#control/testing/oidc-issuer.ts'
import { addOidcProvider, signInWithOidc, signInWithSaml } from '#control/testing/external-logins.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '#control/testing/world.ts'
import { resetPassword } from '#control/people/login/reset-password.ts'
import { totpCode } from '#control/people/second-factor/totp.ts'
import { signInPorts } from './testing.ts'

const stateOf = (id: string) => `/rackwright/users/${id}/state`
const DISABLED = [403, 'UserDisabled', 'Your account is disabled. Ask an administrator.']
const FACTOR = '/rackwright/me/second-factor'

const begin = async (person: Person, path: string, body?: object) =>
  (await must(person, 'POST', path, body)) as unknown as { options: string; ticket: string }

const status = async (person: Person) => (await person.raw('GET', '/v1/me')).status

let issuer: Issuer
beforeAll(async () => void (issuer = await startIssuer()))
afterAll(() => issuer.stop())

eachDatabase((_name, open) => {
  let world: World
  const found = () =>
    world.host.db.read.selectFrom('silo_user').selectAll().where('external_id', '=', 'ada@sso.test').execute()
  let ada: { id: string; person: Person }
  beforeEach(async () => {
    world = await makeWorld(await open(), { ...signInPorts, allowUnsolicitedSaml: true })
    await makeSilo(world.admin, 'acme')
    ada = await makeUser(world, 'acme', 'ada')
  })

  const set = (id: string, enabled: boolean) => must(world.admin, 'PUT', stateOf(id), { enabled })
  const give = (silo: string, identity_id: string, role_name: string) =>
    must(world.admin, 'PUT', `/v1/system/silos/${silo}/policy`, {
      role_assignments: [{ identity_type: 'silo_user', identity_id, role_name }],
    })
  const signIn = (password = PASSWORD) =>
    world.anonymous.raw('POST', '/v1/login/acme/local', { username: 'ada', password })
  const tokenOf = async (person: Person, path = '/rackwright/me/access-tokens') =>
    world.withToken(((await must(person, 'POST', path, { name: 'a token' })) as unknown as { token: string }).token)

  describe('a disabled local user', () => {
    test('is signed out, and reads like a wrong password at the login', async () => {
      const token = await tokenOf(ada.person)
      expect(await set(ada.id, false)).toMatchObject({
        id: ada.id,
        display_name: 'ada',
        enabled: false,
        time_disabled: world.clock.now().toISOString(),
      })
      expect([await status(ada.person), await status(token)]).toEqual([401, 401])
      const [right, wrong] = [await signIn(), await signIn('wrong')]
      const facts = ({ status, body }: typeof right) => ({ status, body: { ...body, request_id: '' } })
      expect(facts(right)).toEqual(facts(wrong))
      expect(right.status).toBe(401)
    })

    test('who is enabled again signs in again, but the old credentials stay revoked', async () => {
      const token = await tokenOf(ada.person)
      await give('acme', ada.id, 'viewer')
      await set(ada.id, false)
      expect(await set(ada.id, true)).toMatchObject({ enabled: true, time_disabled: null })
      expect((await signIn()).status).toBe(204)
      expect([await status(ada.person), await status(token)]).toEqual([401, 401])
      const again = await world.login('acme', 'ada')
      expect((await again.raw('GET', '/v1/projects')).status).toBe(200)
    })

    test('is kept out with a code that was still missing', async () => {
      const { secret } = (await must(ada.person, 'POST', FACTOR, {})) as unknown as { secret: string }
      await must(ada.person, 'POST', `${FACTOR}/confirm`, { passcode: await totpCode(secret, world.clock.now()) })
      await world.clock.advance(30_000)
      const { headers } = await signIn()
      const pending = world.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
      const complete = async () => {
        const passcode = await totpCode(secret, world.clock.now())
        return pending.raw('POST', '/rackwright/login/acme/second-factor', { passcode })
      }
      await set(ada.id, false)
      const refused = await complete()
      expect([refused.status, refused.headers.get(SESSION_HEADER)]).toEqual([400, null])
      await set(ada.id, true)
      expect((await complete()).status).toBe(204)
    })

    test('is kept out with a passkey', async () => {
      const authenticator = makeAuthenticator()
      const { options, ticket } = await begin(ada.person, '/rackwright/me/passkeys/begin', {})
      const passkey = { name: 'laptop', ticket, response: authenticator.create(options) }
      await must(ada.person, 'POST', '/rackwright/me/passkeys', passkey)
      const login = '/rackwright/login/acme/passkey'
      const enter = async () => {
        const asked = await begin(world.anonymous, `${login}/begin`)
        const response = authenticator.get(asked.options)
        return (await world.anonymous.raw('POST', login, { ticket: asked.ticket, response })).status
      }
      await set(ada.id, false)
      expect(await enter()).toBe(401)
      await set(ada.id, true)
      expect(await enter()).toBe(204)
    })

    test('who was disabled while a login was checked gets no session', async () => {
      const { verify } = world.host.passwords
      world.host.passwords.verify = async (...given) => {
        world.host.passwords.verify = verify
        const isRight = await verify(...given)
        await set(ada.id, false)
        return isRight
      }
      expect((await signIn()).status).toBe(401)
      expect(
        await world.host.db.read.selectFrom('session').select('id').where('silo_user_id', '=', ada.id).execute(),
      ).toEqual([])
    })

    test('is no administrator to ask, and the reset-password command lets them in again', async () => {
      await give('acme', ada.id, 'admin')
      const eve = await makeUser(world, 'acme', 'eve')
      expect(await talk(eve.person).list('/rackwright/silo-admins')).toEqual([{ display_name: 'ada' }])
      await set(ada.id, false)
      expect(await talk(eve.person).list('/rackwright/silo-admins')).toEqual([])
      const command = { silo: 'acme', user: 'ada', password_hash: 'plain:new', now: world.clock.now() }
      await resetPassword(world.host.db, command)
      expect(await talk(world.admin).get(stateOf(ada.id))).toMatchObject({ enabled: true })
    })
  })

  test('administrators of the silo and the fleet can, others and oneself cannot', async () => {
    const [boss, eve] = [await makeUser(world, 'acme', 'boss'), await makeUser(world, 'acme', 'eve')]
    await give('acme', boss.id, 'admin')
    const own = [400, 'InvalidRequest', 'you cannot disable your own account']
    expect(await talk(boss.person).refused('PUT', stateOf(boss.id), { enabled: false })).toEqual(own)
    expect(await talk(ada.person).refused('PUT', stateOf(ada.id), { enabled: false })).toEqual(own)
    expect((await talk(eve.person).refused('PUT', stateOf(ada.id), { enabled: false }))[0]).toBe(403)
    expect(await talk(boss.person).put(stateOf(ada.id), { enabled: false })).toMatchObject({ enabled: false })
    // twice changes nothing
    expect(await talk(boss.person).put(stateOf(ada.id), { enabled: false })).toMatchObject({ enabled: false })
    const states = await talk(boss.person).list('/rackwright/user-states')
    expect(Object.fromEntries(states.map((row) => [row.display_name, row.enabled]))).toEqual({
      ada: false,
      boss: true,
      eve: true,
    })
    expect(await talk(world.admin).list('/rackwright/user-states?silo=acme')).toEqual(states)
    expect((await talk(eve.person).refused('GET', '/rackwright/user-states'))[0]).toBe(403)
    const ownDeletion = [400, 'InvalidRequest', 'you cannot delete your own account']
    expect(await talk(boss.person).refused('DELETE', `/rackwright/users/${boss.id}`)).toEqual(ownDeletion)
  })

  test('a silo administrator cannot shut out an operator of the fleet', async () => {
    const boss = await makeUser(world, 'acme', 'boss')
    await give('acme', boss.id, 'admin')
    const policy = await talk(world.admin).get('/v1/system/policy')
    const role = { identity_type: 'silo_user', identity_id: ada.id, role_name: 'viewer' }
    const role_assignments = [...(policy.role_assignments as object[]), role]
    await talk(world.admin).put('/v1/system/policy', { role_assignments })
    expect((await talk(boss.person).refused('PUT', stateOf(ada.id), { enabled: false }))[0]).toBe(403)
    expect((await talk(boss.person).refused('DELETE', `/rackwright/users/${ada.id}`))[0]).toBe(403)
    expect(await set(ada.id, false)).toMatchObject({ enabled: false })
  })

  test('a service account loses its tokens and gets no new ones', async () => {
    const accounts = '/rackwright/service-accounts'
    const { id } = await must(world.admin, 'POST', `${accounts}?silo=acme`, { name: 'robot', description: '' })
    const robot = await tokenOf(world.admin, `${accounts}/${id}/access-tokens`)
    await set(id, false)
    expect(await status(robot)).toBe(401)
    expect(await talk(world.admin).refused('POST', `${accounts}/${id}/access-tokens`, { name: 'x' })).toEqual([
      400,
      'InvalidRequest',
      'the user is disabled',
    ])
  })

  describe('users of an identity provider', () => {
    const silo = 'sso'
    beforeEach(() => must(world.admin, 'POST', '/v1/system/silos', samlSilo(silo)))

    /** Signs in with each protocol as the same person. */
    async function protocols() {
      const idp = makeIdp(await makeKeyPair('idp.test'))
      await must(world.admin, 'POST', `/v1/system/identity-providers/saml?silo=${silo}`, providerBody(idp))
      await addOidcProvider(world, issuer, silo)
      const at = { silo, provider: 'corp' }
      return {
        oidc: () => signInWithOidc(world, issuer, at, { claims: { sub: 'ada@sso.test' } }),
        saml: () => signInWithSaml(world, idp, { silo, provider: 'okta' }, { nameId: 'ada@sso.test' }),
      }
    }

    test('who are disabled are told so, and are not created again', async () => {
      const enter = await protocols()
      const person = world.withSession((await enter.oidc()).session!)
      const { id } = (await found())[0]!
      await set(id, false)
      expect(await status(person)).toBe(401)
      for (const protocol of ['oidc', 'saml'] as const) {
        const { status, session, body } = await enter[protocol]()
        expect([status, body?.error_code, body?.message], protocol).toEqual(DISABLED)
        expect(session, protocol).toBeNull()
      }
      expect((await found()).map((row) => row.id)).toEqual([id])
      await set(id, true)
      for (const protocol of ['oidc', 'saml'] as const)
        expect((await enter[protocol]()).session, protocol).not.toBeNull()
      expect((await found()).map((row) => row.id)).toEqual([id])
      expect(world.errors).toEqual([])
    })

    test('can be deleted, and come back as somebody new, without roles', async () => {
      const enter = await protocols()
      const person = world.withSession((await enter.saml()).session!)
      const { id } = (await found())[0]!
      await give(silo, id, 'viewer')
      const token = await tokenOf(person)
      expect((await person.raw('GET', '/v1/projects')).status).toBe(200)
      await talk(world.admin).del(`/rackwright/users/${id}`)
      expect([await status(person), await status(token)]).toEqual([401, 401])
      expect(await found()).toEqual([])
      expect(await talk(world.admin).get(`/v1/system/silos/${silo}/policy`)).toMatchObject({ role_assignments: [] })
      const again = world.withSession((await enter.saml()).session!)
      expect((await again.raw('GET', '/v1/projects')).status).toBe(403)
      expect((await found()).map((row) => row.id)).not.toContain(id)
    })
  })
})
