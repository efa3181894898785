// The own password through the API, on every database: what proves its user, what it must be, and what ends with the old one.
import { beforeEach, describe, expect, test } from 'vitest'
import { PENDING_LOGIN_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { makeAuthenticator } from '#control/testing/authenticator.ts'
import { makeUser } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '#control/testing/world.ts'
import { totpCode } from '#control/people/second-factor/totp.ts'
import { signInPorts } from './testing.ts'

const OWN = '/rackwright/me/password'
const FACTOR = '/rackwright/me/second-factor'
const PASSKEYS = '/rackwright/me/passkeys'
const NEW = 'a new and long one'
const MINUTE_MS = 60_000

eachDatabase((_name, open) => {
  let world: World
  let ada: { id: string; person: Person }
  beforeEach(async () => {
    world = await makeWorld(await open(), signInPorts)
    ada = await makeUser(world, 'recovery', 'ada')
  })

  const published = (person: Person, body: object) =>
    person.raw('POST', `/v1/system/identity-providers/local/users/${ada.id}/set-password?silo=recovery`, body)
  const refusal = async (person: Person, body: object = { mode: 'password', value: NEW }) => {
    const { status, body: answer } = await published(person, body)
    return [status, answer.error_code, answer.message]
  }
  const enter = async (password: string) =>
    (await world.anonymous.raw('POST', '/v1/login/recovery/local', { username: 'ada', password })).status
  const set = (body: object, person = ada.person) => person.raw('POST', OWN, body)
  const refused = (body: object, person = ada.person) => talk(person).refused('POST', OWN, body)
  const tokenOf = async (person: Person) =>
    world.withToken((await person.raw('POST', '/rackwright/me/access-tokens', { name: 'cli' })).body.token as string)

  test('with the old one: it signs in, the browser stays, and everything else ends', async () => {
    const [elsewhere, token] = [await world.login('recovery', 'ada'), await tokenOf(ada.person)]
    await world.clock.advance(60 * MINUTE_MS)
    const { status, headers } = await set({ password: PASSWORD, new_password: NEW })
    expect(status).toBe(204)
    const here = world.withSession(headers.get(SESSION_HEADER)!)
    expect((await here.raw('GET', '/v1/me')).body.id).toBe(ada.id)
    // the cookie that may have been stolen is as useless as the others
    for (const old of [ada.person, elsewhere, token]) expect((await old.raw('GET', '/v1/me')).status).toBe(401)
    expect([await enter(PASSWORD), await enter(NEW)]).toEqual([401, 204])
    expect(world.errors).toEqual([])
  })

  test('needs the old one or a second factor, however fresh the session', async () => {
    const wrong = [400, 'InvalidRequest', 'the password is wrong']
    expect(await refused({ password: 'nonsense', new_password: NEW })).toEqual(wrong)
    const missing = [400, 'ProofRequired', 'give your old password, a code of your second factor or a passkey']
    expect(await refused({ new_password: NEW })).toEqual(missing)
    for (let i = 0; i < 4; i++) await refused({ password: 'nonsense', new_password: NEW })
    expect((await set({ password: PASSWORD, new_password: NEW })).status).toBe(429)
  })

  test('with a code, for users who have forgotten the old one', async () => {
    const { body } = await ada.person.raw('POST', FACTOR, {})
    const code = () => totpCode(body.secret as string, world.clock.now())
    await ada.person.raw('POST', `${FACTOR}/confirm`, { passcode: await code() })
    await world.clock.advance(30_000)
    const { headers } = await world.anonymous.raw('POST', '/v1/login/recovery/local', {
      username: 'ada',
      password: PASSWORD,
    })
    const browser = world.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
    const login = await browser.raw('POST', '/rackwright/login/recovery/second-factor', { passcode: await code() })
    const person = world.withSession(login.headers.get(SESSION_HEADER)!)
    await world.clock.advance(60 * MINUTE_MS)
    // a password that cannot be used spends no code
    const passcode = await code()
    expect((await refused({ passcode, new_password: 'short' }, person))[0]).toBe(400)
    // the session of an access token is not known
    const token = await tokenOf(person)
    expect(await refused({ passcode, new_password: NEW }, token)).toEqual([
      400,
      'ProofRequired',
      'with an access token, give your old password',
    ])
    expect((await set({ passcode, new_password: NEW }, person)).status).toBe(204)
    expect(await enter(NEW)).toBe(401)
  })

  test('with an access token and the old one, which ends the token too', async () => {
    const token = await tokenOf(ada.person)
    const { status, headers } = await set({ password: PASSWORD, new_password: NEW }, token)
    expect([status, headers.get(SESSION_HEADER)]).toEqual([204, null])
    expect((await token.raw('GET', '/v1/me')).status).toBe(401)
    expect(await enter(NEW)).toBe(204)
  })

  test('keeps passkeys: the old password proves nothing about them', async () => {
    const begun = (await ada.person.raw('POST', `${PASSKEYS}/begin`, {})).body as { options: string; ticket: string }
    const response = makeAuthenticator().create(begun.options)
    await ada.person.raw('POST', PASSKEYS, { name: 'laptop', ticket: begun.ticket, response })
    expect((await published(ada.person, { mode: 'password', value: NEW })).status).toBe(204)
    const kept = () => world.host.db.read.selectFrom('passkey').select('name').execute()
    expect(await kept()).toEqual([{ name: 'laptop' }])
    // those of an account that an administrator takes back do not stay
    expect((await published(world.admin, { mode: 'password', value: 'x' })).status).toBe(204)
    expect(await kept()).toEqual([])
  })

  test('must be long, not common, and another', async () => {
    const given = { password: PASSWORD }
    const short = [400, 'InvalidRequest', 'the password must have at least 12 characters']
    const common = [400, 'InvalidRequest', 'the password is too common; choose one that others do not use']
    expect(await refused({ ...given, new_password: 'elevenchars' })).toEqual(short)
    expect(await refused({ ...given, new_password: 'Password1234' })).toEqual(common)
    expect(await refused({ ...given, new_password: PASSWORD })).toEqual([
      400,
      'InvalidRequest',
      'this is your password already; choose another one',
    ])
    for (const [value, message] of [
      ['elevenchars', short[2]],
      ['Password1234', common[2]],
    ]) {
      const { status, body } = await published(ada.person, { mode: 'password', value })
      expect([status, body.message]).toEqual([400, message])
    }
    expect(await enter(PASSWORD)).toBe(204)
    // administrators keep the published rule, and what they set goes on working
    expect((await published(world.admin, { mode: 'password', value: 'tiny' })).status).toBe(204)
    expect(await enter('tiny')).toBe(204)
  })

  test('is not for users of an identity provider, nor for service accounts', async () => {
    await world.host.db.transaction((tx) =>
      tx.updateTable('silo_user').set({ password_hash: null }).where('id', '=', ada.id).execute(),
    )
    const elsewhere = [400, 'InvalidRequest', 'you sign in with an identity provider; change your password there']
    expect(await refused({ password: PASSWORD, new_password: NEW })).toEqual(elsewhere)
    const account = await talk(world.admin).post('/rackwright/service-accounts', { name: 'backup', description: '' })
    const path = `/rackwright/service-accounts/${account.id}/access-tokens`
    const { token } = (await world.admin.raw('POST', path, { name: 'night' })).body
    const none = [400, 'InvalidRequest', 'a service account has no password: it cannot sign in']
    expect(await refused({ password: '', new_password: NEW }, world.withToken(token as string))).toEqual(none)
  })

  test('of two at once with the old one, the first wins', async () => {
    const other = await world.login('recovery', 'ada')
    const replies = await Promise.all([
      set({ password: PASSWORD, new_password: NEW }),
      set({ password: PASSWORD, new_password: 'another long one' }, other),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 401])
  })

  test('is in no log', async () => {
    await set({ password: PASSWORD, new_password: NEW })
    const events = await world.host.db.read.selectFrom('event').selectAll().where('noun', '=', 'own_password').execute()
    expect(events).toMatchObject([{ operation: 'own_password_set', target_id: ada.id, status: 204 }])
    for (const text of [PASSWORD, NEW]) expect(JSON.stringify(events)).not.toContain(text)
  })

  describe('the published operation on oneself', () => {
    const NAMED =
      'your own password can be set this way only within ten minutes after signing in, in a browser; ' +
      'use POST /rackwright/me/password with the old password instead'

    test('needs a sign-in at most ten minutes old, and names the other', async () => {
      await world.clock.advance(10 * MINUTE_MS + 1)
      for (const body of [{ mode: 'password', value: NEW }, { mode: 'login_disallowed' }])
        expect(await refusal(ada.person, body)).toEqual([400, 'InvalidRequest', NAMED])
      const fresh = await world.login('recovery', 'ada')
      await world.clock.advance(10 * MINUTE_MS)
      expect((await published(fresh, { mode: 'password', value: NEW })).status).toBe(204)
      expect(await enter(NEW)).toBe(204)
    })

    test('or a proof at most ten minutes old', async () => {
      await world.clock.advance(60 * MINUTE_MS)
      await ada.person.raw('POST', FACTOR, { password: PASSWORD })
      await world.clock.advance(10 * MINUTE_MS)
      expect((await published(ada.person, { mode: 'password', value: NEW })).status).toBe(204)
    })

    test('never works with an access token, also for administrators', async () => {
      expect(await refusal(await tokenOf(ada.person))).toEqual([400, 'InvalidRequest', NAMED])
      const token = await tokenOf(world.admin)
      const { id } = (await world.admin.raw('GET', '/v1/me')).body
      const path = `/v1/system/identity-providers/local/users/${id as string}/set-password?silo=recovery`
      const own = await token.raw('POST', path, { mode: 'password', value: NEW })
      expect([own.status, own.body.message]).toEqual([400, NAMED])
      expect((await published(token, { mode: 'password', value: 'for somebody else' })).status).toBe(204)
    })
  })
})
