// Passkeys through the API, on every database: creating and using them, and what is refused.
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { makeAuthenticator, type Signed } from '#control/testing/authenticator.ts'
import { makeUser } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const PASSKEYS = '/rackwright/me/passkeys'
const LOGIN = '/rackwright/login/recovery/passkey'
const REFUSED = [400, 'InvalidRequest', 'the passkey was refused; try again']

interface Challenge {
  options: string
  ticket: string
}

async function challenge(person: Person, path: string, headers = {}, given: object = {}): Promise<Challenge> {
  const { status, body } = await person.raw('POST', path, path === `${PASSKEYS}/begin` ? given : undefined, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Challenge
}

eachDatabase((_name, open) => {
  let world: World
  let ada: { id: string; person: Person }
  let authenticator: ReturnType<typeof makeAuthenticator>
  beforeEach(async () => {
    world = await makeWorld(await open(), signInPorts)
    ada = await makeUser(world, 'recovery', 'ada')
    authenticator = makeAuthenticator()
  })

  async function create(signed?: Signed, { options, ticket }: Partial<Challenge> = {}, given = {}) {
    const asked = await challenge(ada.person, `${PASSKEYS}/begin`, {}, given)
    const response = authenticator.create(options ?? asked.options, signed)
    return ada.person.raw('POST', PASSKEYS, { name: 'laptop', ticket: ticket ?? asked.ticket, response })
  }

  async function signIn(signed?: Signed, given?: Challenge) {
    const { options, ticket } = given ?? (await challenge(world.anonymous, `${LOGIN}/begin`))
    return world.anonymous.raw('POST', LOGIN, { ticket, response: authenticator.get(options, signed) })
  }

  async function proof(signed?: Signed, given?: Challenge) {
    const { options, ticket } = given ?? (await challenge(ada.person, `${PASSKEYS}/proof`))
    return { passkey: { ticket, response: authenticator.get(options, signed) } }
  }

  describe('creating one', () => {
    test('gives recovery codes with the first, and the password alone no longer signs in', async () => {
      const { status, body } = await create()
      expect([status, body.name, body.rp_id]).toEqual([201, 'laptop', 'rack.test'])
      expect(body.recovery_codes).toHaveLength(10)
      const given = await proof()
      authenticator = makeAuthenticator()
      expect((await create({}, {}, given)).body.recovery_codes).toBeNull()
      expect(await talk(ada.person).list(PASSKEYS)).toHaveLength(2)
      const credentials = { username: 'ada', password: PASSWORD }
      const login = await world.anonymous.raw('POST', '/v1/login/recovery/local', credentials)
      expect(login.body.error_code).toBe('SecondFactorRequired')
      expect(world.errors).toEqual([])
    })

    test('is refused from another site, without user verification, and with another challenge', async () => {
      for (const signed of [
        { origin: 'https://evil.test' },
        { origin: 'http://rack.test' },
        { rpId: 'evil.test' },
        { isVerified: false },
      ]) {
        const { status, body } = await create(signed)
        expect([status, body.error_code, body.message], JSON.stringify(signed)).toEqual(REFUSED)
      }
      const old = await challenge(ada.person, `${PASSKEYS}/begin`)
      expect((await create({}, { options: old.options })).status).toBe(400)
      const others = await challenge(world.admin, `${PASSKEYS}/begin`)
      expect((await create({}, others)).status).toBe(400)
      await world.clock.advance(5 * 60_000)
      expect((await create({}, old)).status).toBe(400)
    })

    test('a challenge is answered once', async () => {
      const once = await challenge(ada.person, `${PASSKEYS}/begin`)
      const { status, body } = await create({}, once)
      expect(status).toBe(201)
      const [passcode] = body.recovery_codes as string[]
      authenticator = makeAuthenticator()
      expect((await create({}, once, { passcode })).status).toBe(400)
    })

    test('a challenge for the first factor, which needs no proof, does not add a second one', async () => {
      const early = await challenge(ada.person, `${PASSKEYS}/begin`)
      await create()
      const response = makeAuthenticator().create(early.options)
      const reply = await ada.person.raw('POST', PASSKEYS, { name: 'thief', ticket: early.ticket, response })
      expect([reply.status, reply.body.error_code, reply.body.message]).toEqual(REFUSED)
      expect(await talk(ada.person).list(PASSKEYS)).toHaveLength(1)
    })

    test.each(['192.0.2.1', '192.0.2.1:4600', '[2001:db8::1]:4600'])('is refused at %s', async (host) => {
      const { status, body } = await ada.person.raw('POST', `${PASSKEYS}/begin`, {}, { host })
      const reason = 'browsers refuse passkeys on an IP address; open this site by its host name'
      expect([status, body.message]).toEqual([400, reason])
    })
  })

  describe('signing in', () => {
    beforeEach(async () => void (await create()))

    test('needs no password, and the passkey shows its last use', async () => {
      const { status, headers } = await signIn()
      expect(status).toBe(204)
      const me = await world.withSession(headers.get(SESSION_HEADER)!).raw('GET', '/v1/me')
      expect(me.body.display_name).toBe('ada')
      const [passkey] = await talk(ada.person).list(PASSKEYS)
      expect(passkey?.time_last_used).toBe(world.clock.now().toISOString())
    })

    test('is refused with another key, site or silo, without verification, and the second time', async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const wrong = [{ key: privateKey }, { origin: 'https://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }]
      for (const signed of wrong) expect((await signIn(signed)).status, JSON.stringify(signed)).toBe(401)
      const once = await challenge(world.anonymous, `${LOGIN}/begin`)
      expect((await signIn({}, once)).status).toBe(204)
      expect((await signIn({}, once)).status).toBe(401)
      // forgiven by the login in between
      const elsewhere = await challenge(world.anonymous, `${LOGIN}/begin`, { host: 'other.test' })
      const response = authenticator.get(elsewhere.options, { origin: 'https://other.test', rpId: 'other.test' })
      const body = { ticket: elsewhere.ticket, response }
      expect((await world.anonymous.raw('POST', LOGIN, body, { host: 'other.test' })).status).toBe(401)
    })

    test('is refused if the authenticator names another user, or none', async () => {
      const eve = await makeUser(world, 'recovery', 'eve')
      const handles = [Buffer.from(eve.id).toString('base64url'), 'nonsense', '', null]
      for (const userHandle of handles) expect((await signIn({ userHandle })).status, String(userHandle)).toBe(401)
      await world.clock.advance(60_000)
      expect((await signIn()).status).toBe(204)
    })

    test('a copy that has signed less often than the original is refused', async () => {
      expect((await signIn({ count: 7 })).status).toBe(204)
      expect((await signIn({ count: 7 })).status).toBe(401)
      expect((await signIn({ count: 8 })).status).toBe(204)
    })

    test('of two at once with one answer, one succeeds', async () => {
      const once = await challenge(world.anonymous, `${LOGIN}/begin`)
      const replies = await Promise.all([signIn({}, once), signIn({}, once)])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 401])
    })

    test('an unknown passkey and a response that is no JSON are refused alike', async () => {
      const { options, ticket } = await challenge(world.anonymous, `${LOGIN}/begin`)
      for (const response of [makeAuthenticator().get(options), 'nonsense', '{"id":7}', 'null']) {
        const { status, body } = await world.anonymous.raw('POST', LOGIN, { ticket, response })
        expect([status, body.error_code]).toEqual([401, 'Unauthorized'])
      }
      expect(world.errors).toEqual([])
    })

    test('a new password removes passkeys, and so does disabled sign-in', async () => {
      const path = `/v1/system/identity-providers/local/users/${ada.id}/set-password?silo=recovery`
      await world.admin.raw('POST', path, { mode: 'login_disallowed' })
      expect((await signIn()).status).toBe(401)
      expect(await world.host.db.read.selectFrom('passkey').selectAll().execute()).toEqual([])
    })
  })

  test('deleting one needs a code, and the last one takes the recovery codes with it', async () => {
    const { body } = await create()
    const path = `${PASSKEYS}/${body.id as string}/delete`
    expect((await ada.person.raw('POST', path, { passcode: '000000' })).status).toBe(400)
    const [code] = body.recovery_codes as string[]
    expect((await world.admin.raw('POST', path, { passcode: code })).status).toBe(404)
    expect((await ada.person.raw('POST', path, { passcode: code })).status).toBe(204)
    expect(await talk(ada.person).get('/rackwright/me/second-factor')).toMatchObject({
      passkeys: 0,
      recovery_codes_left: 0,
    })
    expect((await signIn()).status).toBe(401)
  })

  describe('as a proof', () => {
    const CODES = '/rackwright/me/second-factor/recovery-codes'
    let id: string
    beforeEach(async () => void (id = (await create()).body.id as string))

    const replace = async (body: unknown) => ada.person.raw('POST', CODES, body)

    test('it replaces the recovery codes and deletes a passkey, itself too', async () => {
      expect((await replace(await proof())).body.recovery_codes).toHaveLength(10)
      const [passkey] = await talk(ada.person).list(PASSKEYS)
      expect(passkey?.time_last_used).toBe(world.clock.now().toISOString())
      expect((await ada.person.raw('POST', `${PASSKEYS}/${id}/delete`, await proof())).status).toBe(204)
      expect(await talk(ada.person).list(PASSKEYS)).toEqual([])
      expect(world.errors).toEqual([])
    })

    test('it is refused a second time, for another purpose, of somebody else, and without verification', async () => {
      const once = await proof()
      expect((await replace(once)).status).toBe(200)
      const login = await challenge(world.anonymous, `${LOGIN}/begin`)
      const unverified = await proof({ isVerified: false })
      for (const body of [once, await proof({}, login), unverified]) {
        const { status, body: refusal } = await replace(body)
        expect([status, refusal.error_code, refusal.message]).toEqual(REFUSED)
      }
      const foreignHandle = await proof({ userHandle: Buffer.from(world.host.random.uuid()).toString('base64url') })
      expect((await replace(foreignHandle)).status).toBe(400)
      // an authenticator that was asked for certain passkeys need not name the user
      expect((await replace(await proof({ userHandle: null }))).status).toBe(200)
      const others = authenticator
      const eve = await makeUser(world, 'recovery', 'eve')
      authenticator = makeAuthenticator()
      const asked = await challenge(eve.person, `${PASSKEYS}/begin`)
      const response = authenticator.create(asked.options)
      await eve.person.raw('POST', PASSKEYS, { name: 'hers', ticket: asked.ticket, response })
      const { ticket, options } = await challenge(eve.person, `${PASSKEYS}/proof`)
      const foreign = { passkey: { ticket, response: others.get(options) } }
      expect((await eve.person.raw('POST', CODES, foreign)).status).toBe(400)
    })

    test('guessing is limited like logins', async () => {
      for (let i = 0; i < 5; i++) expect((await replace(await proof({ isVerified: false }))).status).toBe(400)
      expect((await replace(await proof())).status).toBe(429)
    })

    test('one of code and passkey is needed, and a passkey of this site', async () => {
      const { refused } = talk(ada.person)
      const none = [400, 'ProofRequired', 'give a code of your second factor or a passkey']
      expect(await refused('POST', CODES, {})).toEqual(none)
      const two = [400, 'InvalidRequest', 'give one proof: the password, a code or the response of a passkey']
      expect(await refused('POST', CODES, { passcode: '000000', ...(await proof()) })).toEqual(two)
      const elsewhere = await ada.person.raw('POST', `${PASSKEYS}/proof`, undefined, { host: 'other.test' })
      expect([elsewhere.status, elsewhere.body.message]).toEqual([400, 'you have no passkey for this site'])
    })
  })

  test('a passkey is enough for a silo that requires a second factor', async () => {
    const policy = { time_required: world.clock.now().toISOString() }
    await talk(world.admin).put('/rackwright/silos/recovery/second-factor-policy', policy)
    expect((await ada.person.raw('GET', '/v1/me/groups')).status).toBe(403)
    expect((await create()).status).toBe(201)
    expect((await ada.person.raw('GET', '/v1/me/groups')).status).toBe(200)
  })
})
