// Who can change the means to sign in: every operation that does, by a session that was stolen, a fresh one and an access token.
import { beforeEach, describe, expect, test } from 'vitest'
import { isWrite } from '#contract/facts.ts'
import { nounOf, operations, type OperationId } from '#contract/operations.ts'
import { PENDING_LOGIN_HEADER, SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { makeAuthenticator } from '#control/testing/authenticator.ts'
import { makeUser } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld, PASSWORD, type Person, type World } from '#control/testing/world.ts'
import { totpCode } from '#control/people/second-factor/totp.ts'
import { signInPorts } from './testing.ts'

const ME = '/rackwright/me'
const FACTOR = `${ME}/second-factor`
const PASSKEYS = `${ME}/passkeys`
const NEW = 'a new and long one'
const STEP_MS = 30_000
const MINUTE_MS = 60_000

interface Victim {
  id: string
  passkey: string
}

/** Each operation that changes how its caller signs in, and how it is called. The proof comes in addition. */
const CHANGES: Partial<Record<OperationId, (victim: Victim) => [path: string, body: object]>> = {
  own_password_set: () => [`${ME}/password`, { new_password: NEW }],
  local_idp_user_set_password: ({ id }) => [
    `/v1/system/identity-providers/local/users/${id}/set-password?silo=recovery`,
    { mode: 'password', value: NEW },
  ],
  second_factor_enroll: () => [FACTOR, {}],
  second_factor_replace_recovery_codes: () => [`${FACTOR}/recovery-codes`, {}],
  second_factor_disable: () => [`${FACTOR}/disable`, {}],
  passkey_begin: () => [`${PASSKEYS}/begin`, {}],
  passkey_delete: ({ passkey }) => [`${PASSKEYS}/${passkey}/delete`, {}],
}

/** Writes of the same nouns that change nothing of the caller's, or stand on one of those above. */
const OTHERS: Partial<Record<OperationId, string>> = {
  second_factor_confirm: 'needs the secret, which only second_factor_enroll tells',
  passkey_create: 'needs the ticket of passkey_begin',
  user_second_factor_reset: 'is refused for oneself',
  second_factor_policy_update: 'changes the silo',
  login_second_factor: 'signs in',
  login_passkey: 'signs in',
}

/** Without a proof, these are enough where there is no second factor. */
const ADDING: readonly OperationId[] = ['second_factor_enroll', 'passkey_begin']

test('every write of these nouns is in one of the two lists', () => {
  const nouns = ['own_password', 'second_factor', 'passkey']
  const writes = (Object.keys(operations) as OperationId[]).filter(
    (operation) => isWrite(operation) && nouns.includes(nounOf[operation]),
  )
  const listed = [...Object.keys(CHANGES), ...Object.keys(OTHERS)]
  expect(writes.filter((operation) => !listed.includes(operation))).toEqual([])
})

const ok = async (person: Person, path: string, body?: object) => {
  const reply = await person.raw('POST', path, body)
  expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  return reply.body
}
const refusal = async (person: Person, path: string, body: object) => {
  const { status, body: answer } = await person.raw('POST', path, body)
  return [status, answer?.error_code, answer?.message]
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

  /** Sets up the app. The clock moves on, because its first code is used. */
  async function addApp(person = ada.person, proof: object = {}) {
    const { secret } = await ok(person, FACTOR, proof)
    const code = () => totpCode(secret as string, world.clock.now())
    const { recovery_codes } = await ok(person, `${FACTOR}/confirm`, { passcode: await code() })
    await world.clock.advance(STEP_MS)
    return { code, codes: recovery_codes as string[] }
  }

  async function addPasskey(person = ada.person, proof: object = {}, key = authenticator) {
    const { options, ticket } = await ok(person, `${PASSKEYS}/begin`, proof)
    return ok(person, PASSKEYS, { name: 'laptop', ticket, response: key.create(options as string) })
  }

  async function byPasskey(person = ada.person, key = authenticator) {
    const { options, ticket } = await ok(person, `${PASSKEYS}/proof`)
    return { passkey: { ticket, response: key.get(options as string) } }
  }

  /** What signs in as ada. */
  async function means() {
    const { read } = world.host.db
    return JSON.stringify([
      await read.selectFrom('silo_user').select('password_hash').where('id', '=', ada.id).execute(),
      await read.selectFrom('totp').select(['secret', 'time_confirmed']).where('silo_user_id', '=', ada.id).execute(),
      await read.selectFrom('recovery_code').selectAll().where('silo_user_id', '=', ada.id).execute(),
      await read.selectFrom('passkey').select('credential_id').where('silo_user_id', '=', ada.id).execute(),
    ])
  }

  /** Another session of ada's. Its second factor, if there is one, is a passkey. */
  async function signIn(): Promise<Person> {
    if (JSON.parse(await means())[3].length === 0) return world.login('recovery', 'ada')
    const login = '/rackwright/login/recovery/passkey'
    const { options, ticket } = await ok(world.anonymous, `${login}/begin`)
    const reply = await world.anonymous.raw('POST', login, { ticket, response: authenticator.get(options as string) })
    return world.withSession(reply.headers.get(SESSION_HEADER)!)
  }

  /** Another session, with the password and a code. */
  async function signInWith(passcode: string): Promise<Person> {
    const credentials = { username: 'ada', password: PASSWORD }
    const { headers } = await world.anonymous.raw('POST', '/v1/login/recovery/local', credentials)
    const browser = world.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
    const reply = await browser.raw('POST', '/rackwright/login/recovery/second-factor', { passcode })
    return world.withSession(reply.headers.get(SESSION_HEADER)!)
  }

  async function prepare(has: string): Promise<Victim> {
    const passkey = has.includes('passkey') ? ((await addPasskey()).id as string) : ada.id
    if (has.includes('app')) await addApp(ada.person, has.includes('passkey') ? await byPasskey() : {})
    return { id: ada.id, passkey }
  }

  describe('without a proof', () => {
    describe.each(['nothing', 'an app', 'a passkey', 'a passkey and an app'])('a user with %s', (has) => {
      test('keeps all means to sign in when a session is stolen', async () => {
        const victim = await prepare(has)
        const { token } = await ok(ada.person, `${ME}/access-tokens`, { name: 'stolen' })
        const before = await means()
        await world.clock.advance(11 * MINUTE_MS)
        for (const thief of [ada.person, world.withToken(token as string)])
          for (const [operation, call] of Object.entries(CHANGES)) {
            const [path, body] = call(victim)
            const [status] = await refusal(thief, path, body)
            // a user without a passkey has none to delete
            expect(status, operation).toBe(operation === 'passkey_delete' && victim.passkey === ada.id ? 404 : 400)
            expect(await means(), operation).toBe(before)
          }
        expect(world.errors).toEqual([])
      })
    })

    test.each(['a passkey', 'a passkey and an app'])(
      'a user with %s keeps the second factor also in the first ten minutes, and with an access token',
      async (has) => {
        const victim = await prepare(has)
        const fresh = await signIn()
        const { token } = await ok(fresh, `${ME}/access-tokens`, { name: 'stolen' })
        const before = await means()
        for (const thief of [fresh, world.withToken(token as string)])
          for (const [operation, call] of Object.entries(CHANGES)) {
            // the published operation takes a recent sign-in as its proof
            if (operation === 'local_idp_user_set_password' && thief === fresh) continue
            const [path, body] = call(victim)
            expect((await refusal(thief, path, body))[0], operation).toBe(400)
            expect(await means(), operation).toBe(before)
          }
      },
    )

    test('the first factor needs a sign-in at most ten minutes old', async () => {
      const wanted = [400, 'ProofRequired', 'you signed in more than ten minutes ago; give your password']
      await world.clock.advance(10 * MINUTE_MS)
      for (const operation of ADDING) await ok(ada.person, CHANGES[operation]!({ id: ada.id, passkey: '' })[0], {})
      await world.clock.advance(1)
      for (const operation of ADDING)
        expect(await refusal(ada.person, CHANGES[operation]!({ id: ada.id, passkey: '' })[0], {})).toEqual(wanted)
      // an access token has no sign-in
      const { token } = await ok(await world.login('recovery', 'ada'), `${ME}/access-tokens`, { name: 'mine' })
      expect(await refusal(world.withToken(token as string), FACTOR, {})).toEqual([
        400,
        'ProofRequired',
        'an access token is no sign-in; give your password',
      ])
    })

    test('who must set up a second factor is not asked', async () => {
      const policy = { time_required: world.clock.now().toISOString() }
      await world.admin.raw('PUT', '/rackwright/silos/recovery/second-factor-policy', policy)
      expect((await ada.person.raw('GET', '/v1/me/groups')).status).toBe(403)
      await addApp(await world.login('recovery', 'ada'))
      expect((await ada.person.raw('GET', '/v1/me/groups')).status).toBe(200)
    })
  })

  describe('a proof', () => {
    test('by password adds the first factor, and is remembered for ten minutes', async () => {
      await world.clock.advance(11 * MINUTE_MS)
      const wrong = [400, 'InvalidRequest', 'the password is wrong']
      expect(await refusal(ada.person, FACTOR, { password: 'nonsense' })).toEqual(wrong)
      await ok(ada.person, FACTOR, { password: PASSWORD })
      await world.clock.advance(10 * MINUTE_MS)
      await addPasskey()
    })

    test('by password does not change a second factor', async () => {
      const { id } = await addPasskey()
      const given = { password: PASSWORD }
      const refused = [400, 'ProofRequired', 'a password does not prove your second factor; give a code or a passkey']
      for (const path of [FACTOR, `${FACTOR}/recovery-codes`, `${FACTOR}/disable`, `${PASSKEYS}/begin`])
        expect(await refusal(ada.person, path, given), path).toEqual(refused)
      expect(await refusal(ada.person, `${PASSKEYS}/${id as string}/delete`, given)).toEqual(refused)
    })

    test('by code adds another factor and turns the app off, and the next one needs no more', async () => {
      const { code } = await addApp()
      await world.clock.advance(11 * MINUTE_MS)
      await addPasskey(ada.person, { passcode: await code() })
      await world.clock.advance(STEP_MS)
      const later = await signIn()
      await ok(later, `${FACTOR}/disable`, await byPasskey(later))
      const [{ id } = { id: '' }] = (await later.raw('GET', PASSKEYS)).body.items as { id: string }[]
      await ok(later, `${PASSKEYS}/${id}/delete`, await byPasskey(later))
      await world.clock.advance(9 * MINUTE_MS)
      await addApp(later)
    })

    test('by a passkey that this session has added does not remove the app, nor change the password', async () => {
      const { code, codes } = await addApp()
      const thief = await signInWith(codes[0]!)
      await addPasskey(thief, { passcode: codes[1] })
      const added = 'this session has added that second factor, so it does not prove who you are; use another'
      expect(await refusal(thief, `${FACTOR}/disable`, await byPasskey(thief))).toEqual([400, 'ProofRequired', added])
      expect(await refusal(thief, `${ME}/password`, { new_password: NEW, ...(await byPasskey(thief)) })).toEqual([
        400,
        'ProofRequired',
        added,
      ])
      await ok(thief, `${FACTOR}/disable`, { passcode: await code() })
    })

    test('by the only factor, added here, changes that factor, but not the password', async () => {
      const { id } = await addPasskey()
      await world.clock.advance(11 * MINUTE_MS)
      const added =
        'this session has added that second factor, so it does not prove who you are; give your old password'
      expect(await refusal(ada.person, `${ME}/password`, { new_password: NEW, ...(await byPasskey()) })).toEqual([
        400,
        'ProofRequired',
        added,
      ])
      await ok(ada.person, `${FACTOR}/recovery-codes`, await byPasskey())
      // it is no proof for the published operation either
      const [path, body] = CHANGES.local_idp_user_set_password!({ id: ada.id, passkey: '' })
      expect((await refusal(ada.person, path, body))[0]).toBe(400)
      await ok(ada.person, `${PASSKEYS}/${id as string}/delete`, await byPasskey())
    })

    test('guessing is limited like logins', async () => {
      await world.clock.advance(11 * MINUTE_MS)
      for (let i = 0; i < 5; i++) await refusal(ada.person, FACTOR, { password: `guess ${i}` })
      expect((await refusal(ada.person, FACTOR, { password: PASSWORD }))[0]).toBe(429)
    })
  })

  test('an app that was begun without a proof is dropped when another factor comes first', async () => {
    const { secret } = await ok(ada.person, FACTOR, {})
    await addPasskey(await signIn())
    const passcode = await totpCode(secret as string, world.clock.now())
    expect(await refusal(ada.person, `${FACTOR}/confirm`, { passcode })).toEqual([
      400,
      'InvalidRequest',
      'there is no second factor to confirm',
    ])
  })

  test('the setup of an app expires', async () => {
    const { secret } = await ok(ada.person, FACTOR, {})
    await world.clock.advance(61 * MINUTE_MS)
    const passcode = await totpCode(secret as string, world.clock.now())
    expect((await refusal(ada.person, `${FACTOR}/confirm`, { passcode }))[2]).toBe('the setup has expired; begin again')
  })

  test('access tokens and SSH keys need no proof', async () => {
    await addApp()
    await world.clock.advance(60 * MINUTE_MS)
    await ok(ada.person, `${ME}/access-tokens`, { name: 'mine' })
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUBSnqLZTJDmpz8Zw1bIE4p2ssZmVhEVyJwJtcKI a@b'
    await ok(ada.person, '/v1/me/ssh-keys', { name: 'mine', description: '', public_key: key })
  })
})
