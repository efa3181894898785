// The second factor of local users through the API, on every database: enrolling, signing in, recovering, resetting and requiring it.
import { beforeEach, describe, expect, test } from 'vitest'
import { PENDING_LOGIN_HEADER, SESSION_HEADER } from '../../frame/ports/caller.ts'
import { makeUser } from '../../testing/authz-world.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { talk } from '../../testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../../testing/world.ts'
import { resetPassword } from '../login/reset-password.ts'
import { totpCode } from './totp.ts'

const FACTOR = '/rackwright/me/second-factor'
const POLICY = '/rackwright/silos/recovery/second-factor-policy'
const STEP_MS = 30_000
const MINUTE_MS = 60_000
const WRONG = [400, 'InvalidRequest', 'the code is wrong or was used before']
const MISSING = [403, 'SecondFactorMissing', 'your silo requires a second factor; set one up to continue']

const ok = async (person: Person, path: string, body?: unknown) => {
  const reply = await person.raw('POST', path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}

eachDatabase((_name, open) => {
  let world: World
  let ada: { id: string; person: Person }
  beforeEach(async () => {
    world = await makeWorld(await open())
    ada = await makeUser(world, 'recovery', 'ada')
  })

  /** Sets up the app. The clock moves on, because its first code is used. */
  async function enroll(person = ada.person) {
    const { secret } = (await ok(person, FACTOR, {})) as { secret: string }
    const code = () => totpCode(secret, world.clock.now())
    const { recovery_codes } = await ok(person, `${FACTOR}/confirm`, { passcode: await code() })
    await world.clock.advance(STEP_MS)
    return { secret, code, codes: recovery_codes as string[] }
  }

  const enterPassword = (password = PASSWORD, username = 'ada') =>
    world.anonymous.raw('POST', '/v1/login/recovery/local', { username, password })

  /** The browser after the password. */
  async function pending(): Promise<Person> {
    const { headers } = await enterPassword()
    return world.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
  }

  const enterCode = async (passcode: string, browser?: Person, silo = 'recovery') =>
    (browser ?? (await pending())).raw('POST', `/rackwright/login/${silo}/second-factor`, { passcode })

  /** From before the limit was reached. */
  async function sealedPending() {
    await world.clock.advance(1001)
    const { headers } = await enterPassword()
    const sealed = headers.get(PENDING_LOGIN_HEADER)!
    expect((await enterCode('000000', world.withPendingLogin(sealed))).status).toBe(401)
    await world.clock.advance(1000)
    return sealed
  }

  const due = async () => (await ada.person.raw('GET', '/v1/me')).headers.get('x-second-factor-due')

  const requireFrom = (from: number | null) =>
    talk(world.admin).put(POLICY, {
      time_required: from === null ? null : new Date(world.clock.now().getTime() + from).toISOString(),
    })

  describe('signing in', () => {
    test('without a second factor, the password is enough', async () => {
      const { status, headers } = await enterPassword()
      expect([status, headers.get(PENDING_LOGIN_HEADER)]).toEqual([204, null])
      expect(headers.get(SESSION_HEADER)).toMatch(/^[0-9a-f]{40}$/)
      // an app that was never confirmed does not lock its user out
      await ok(ada.person, FACTOR, {})
      expect((await enterPassword()).status).toBe(204)
    })

    test('takes the password and a code', async () => {
      const { code } = await enroll()
      const { status, headers, body } = await enterPassword()
      expect([status, body.error_code]).toEqual([401, 'SecondFactorRequired'])
      expect(headers.get(SESSION_HEADER)).toBeNull()
      const reply = await enterCode(await code())
      expect([reply.status, reply.headers.get(PENDING_LOGIN_HEADER)]).toEqual([204, ''])
      const me = await world.withSession(reply.headers.get(SESSION_HEADER)!).raw('GET', '/v1/me')
      expect(me.body.display_name).toBe('ada')
      expect(world.errors).toEqual([])
    })

    test('a code works once, also in another browser and as an earlier code', async () => {
      const { code } = await enroll()
      const [early, browser] = [await code(), await pending()]
      await world.clock.advance(STEP_MS)
      const passcode = await code()
      expect((await enterCode(passcode, browser)).status).toBe(204)
      for (const used of [passcode, early]) expect((await enterCode(used)).status).toBe(401)
      await world.clock.advance(STEP_MS)
      expect((await enterCode(await code())).status).toBe(204)
    })

    test('of many at once with the same code, one succeeds', async () => {
      const { code } = await enroll()
      const passcode = await code()
      const browsers = await Promise.all(Array.from({ length: 4 }, pending))
      // another replica on the same database: what one process counts, the other does not see
      const replica = await makeWorld(world.host.db, { clock: world.clock }, world.admin.session)
      const replies = await Promise.all(
        browsers.map((browser, at) => {
          if (at % 2 === 0) return enterCode(passcode, browser)
          const there = replica.withPendingLogin(browser.login.pendingLogin!)
          return there.raw('POST', '/rackwright/login/recovery/second-factor', { passcode })
        }),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401])
    })

    test('needs the password first, not long ago, in this silo and unchanged', async () => {
      const { code } = await enroll()
      const expired = [400, 'InvalidRequest', 'the login has expired; enter your password again']
      const refused = async (browser: Person, silo = 'recovery') => {
        const { status, body } = await enterCode(await code(), browser, silo)
        return [status, body.error_code, body.message]
      }
      expect(await refused(world.anonymous)).toEqual(expired)
      expect(await refused(world.withPendingLogin('sealed:1:AAAA'))).toEqual(expired)
      const browser = await pending()
      const silo = { name: 'other', description: '', discoverable: true, identity_mode: 'local_only' }
      await talk(world.admin).post('/v1/system/silos', {
        ...silo,
        quotas: { cpus: 1, memory: 0, storage: 0 },
        tls_certificates: [],
      })
      expect(await refused(browser, 'other')).toEqual(expired)
      await world.clock.advance(5 * MINUTE_MS)
      expect(await refused(browser)).toEqual(expired)
      const later = await pending()
      const path = `/v1/system/identity-providers/local/users/${ada.id}/set-password?silo=recovery`
      await world.admin.raw('POST', path, { mode: 'password', value: 'another' })
      expect(await refused(later)).toEqual(expired)
    })

    test('guessing codes is throttled like guessing passwords, and a right password forgives nothing', async () => {
      const { code } = await enroll()
      for (let i = 0; i < 5; i++) {
        // the password is right each time
        expect((await enterCode('000000')).status).toBe(401)
      }
      const browser = world.withPendingLogin(await sealedPending())
      const reply = await enterCode(await code(), browser)
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1'])
      expect((await enterPassword()).status).toBe(429)
      await world.clock.advance(2000)
      expect((await enterCode(await code())).status).toBe(204)
      expect((await enterPassword()).status).toBe(401)
    })

    test('a recovery code works once, however it is typed', async () => {
      const { codes } = await enroll()
      expect(codes).toHaveLength(10)
      expect(new Set(codes).size).toBe(10)
      const [first = '', second = ''] = codes
      expect(first).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
      expect((await enterCode(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(204)
      expect((await enterCode(first)).status).toBe(401)
      expect((await enterCode(second)).status).toBe(204)
      expect((await talk(ada.person).get(FACTOR)).recovery_codes_left).toBe(8)
    })
  })

  describe('the user', () => {
    test('enrolls with a code of the app, once', async () => {
      const { refused, get } = talk(ada.person)
      const nothing = [400, 'InvalidRequest', 'there is no second factor to confirm']
      expect(await refused('POST', `${FACTOR}/confirm`, { passcode: '123456' })).toEqual(nothing)
      const first = (await ok(ada.person, FACTOR, {})) as { secret: string; uri: string }
      expect(first.uri).toBe(
        `otpauth://totp/Rackwright%20recovery:ada?secret=${first.secret}&issuer=Rackwright%20recovery`,
      )
      // a second attempt replaces the first
      const { secret } = (await ok(ada.person, FACTOR, {})) as { secret: string }
      const old = await totpCode(first.secret, world.clock.now())
      expect(await refused('POST', `${FACTOR}/confirm`, { passcode: old })).toEqual(WRONG)
      expect((await get(FACTOR)).time_totp_enrolled).toBeNull()
      await ok(ada.person, `${FACTOR}/confirm`, { passcode: await totpCode(secret, world.clock.now()) })
      expect(await get(FACTOR)).toEqual({
        time_totp_enrolled: world.clock.now().toISOString(),
        is_totp_lost: false,
        passkeys: 0,
        recovery_codes_left: 10,
        time_required: null,
        is_local: true,
      })
      expect(await refused('POST', FACTOR, {})).toEqual([
        400,
        'InvalidRequest',
        'there is an authenticator app already; turn it off first',
      ])
    })

    test('needs a code to replace the recovery codes and to turn it off', async () => {
      const { code, codes } = await enroll()
      const { refused, get } = talk(ada.person)
      for (const path of ['recovery-codes', 'disable'])
        expect(await refused('POST', `${FACTOR}/${path}`, { passcode: '000000' })).toEqual(WRONG)
      const { recovery_codes } = await ok(ada.person, `${FACTOR}/recovery-codes`, { passcode: await code() })
      expect((await enterCode(codes[0]!)).status).toBe(401)
      await ok(ada.person, `${FACTOR}/disable`, { passcode: (recovery_codes as string[])[0] })
      expect(await get(FACTOR)).toMatchObject({ time_totp_enrolled: null, recovery_codes_left: 0 })
      expect((await enterPassword()).status).toBe(204)
    })

    test('whoever has the session cannot guess codes without limit, nor reset the factor', async () => {
      const { code } = await enroll()
      for (let i = 0; i < 5; i++) await talk(ada.person).refused('POST', `${FACTOR}/disable`, { passcode: '000000' })
      const throttled = await ada.person.raw('POST', `${FACTOR}/disable`, { passcode: await code() })
      expect(throttled.status).toBe(429)
      expect(await talk(ada.person).refused('DELETE', `/rackwright/users/${ada.id}/second-factor`)).toEqual([
        400,
        'InvalidRequest',
        'turn off your own second factor with a code instead',
      ])
    })
  })

  test('neither the secret nor a recovery code is readable in the database or the audit log', async () => {
    const { secret, codes } = await enroll()
    await enterCode(codes[0]!)
    const { db } = world.host
    const kept = JSON.stringify([
      await db.read.selectFrom('totp').selectAll().execute(),
      await db.read.selectFrom('recovery_code').selectAll().execute(),
      await db.read.selectFrom('event').selectAll().execute(),
    ])
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(text)
  })

  test('the audit log has every step, with the user as its subject', async () => {
    const { code } = await enroll()
    await enterCode('000000')
    await enterCode(await code())
    const rows = await world.host.db.read
      .selectFrom('event')
      .select(['operation', 'status', 'error_code', 'target_id'])
      .where('target_id', '=', ada.id)
      .where('operation', 'like', '%second_factor%')
      .orderBy('seq')
      .execute()
    expect(rows.map(({ operation, status, error_code }) => [operation, status, error_code])).toEqual([
      ['second_factor_enroll', 201, null],
      ['second_factor_confirm', 200, null],
      ['login_second_factor', 401, 'Unauthorized'],
      ['login_second_factor', 204, null],
    ])
  })

  describe('an administrator', () => {
    test('sees and resets the second factor of a user', async () => {
      await enroll()
      const path = `/rackwright/users/${ada.id}/second-factor`
      expect((await talk(world.admin).get(path)).time_totp_enrolled).toBe(
        new Date(world.clock.now().getTime() - STEP_MS).toISOString(),
      )
      await talk(world.admin).del(path)
      expect((await enterPassword()).status).toBe(204)
      expect((await talk(ada.person).get(FACTOR)).recovery_codes_left).toBe(0)
    })

    test('reset-password removes it', async () => {
      await enroll()
      const { db, clock } = world.host
      await resetPassword(db, { silo: 'recovery', user: 'ada', password_hash: 'plain:new', now: clock.now() })
      expect((await enterPassword('new')).status).toBe(204)
    })
  })

  describe('a silo that requires it', () => {
    test('lets users work until the grace period is over, and then only enroll', async () => {
      await requireFrom(10 * MINUTE_MS)
      const { get, refused } = talk(ada.person)
      await get('/v1/me/groups')
      expect((await get(FACTOR)).time_required).toBe(
        new Date(world.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
      )
      const { token } = await ok(ada.person, '/rackwright/me/access-tokens', { name: 'mine' })
      const program = talk(world.withToken(token as string))
      await world.clock.advance(10 * MINUTE_MS)
      for (const [method, path, body] of [
        ['GET', '/v1/projects'],
        ['POST', '/v1/projects', { name: 'web', description: '' }],
        ['GET', '/v1/me/groups'],
        ['POST', '/rackwright/me/access-tokens', { name: 'x' }],
      ] as const)
        expect(await refused(method, path, body)).toEqual(MISSING)
      expect(await program.refused('GET', '/v1/me/groups')).toEqual(MISSING)
      const live = await ada.person.raw('GET', '/rackwright/events')
      expect(live.status).toBe(401)
      expect((await enterPassword()).status).toBe(204)
      await get('/v1/me')
      await enroll()
      await get('/v1/me/groups')
      await program.get('/v1/me/groups')
    })

    test('tells users without one until when they must set it up', async () => {
      expect(await due()).toBeNull()
      await requireFrom(10 * MINUTE_MS)
      expect(await due()).toBe(new Date(world.clock.now().getTime() + 10 * MINUTE_MS).toISOString())
      await enroll()
      expect(await due()).toBeNull()
    })

    test('does not stop service accounts, and an administrator can end the requirement after enrolling', async () => {
      const account = await talk(world.admin).post('/rackwright/service-accounts', { name: 'backup', description: '' })
      const path = `/rackwright/service-accounts/${account.id}/access-tokens`
      const { token } = await ok(world.admin, path, { name: 'night' })
      await requireFrom(0)
      await talk(world.withToken(token as string)).get('/v1/me/groups')
      expect(await talk(world.admin).refused('PUT', POLICY, { time_required: null })).toEqual(MISSING)
      await enroll(world.admin)
      await requireFrom(null)
      await talk(ada.person).get('/v1/me/groups')
    })

    test('is one with local users', async () => {
      const silo = { name: 'sso', description: '', discoverable: true, identity_mode: 'saml_jit' }
      const quotas = { cpus: 1, memory: 0, storage: 0 }
      await talk(world.admin).post('/v1/system/silos', { ...silo, quotas, tls_certificates: [] })
      const path = '/rackwright/silos/sso/second-factor-policy'
      expect(await talk(world.admin).get(path)).toEqual({ time_required: null, is_local: false })
      expect(await talk(world.admin).refused('PUT', path, { time_required: world.clock.now().toISOString() })).toEqual([
        400,
        'InvalidRequest',
        'users of this silo sign in with an identity provider, which decides about a second factor',
      ])
    })
  })
})
