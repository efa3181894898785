// Invitations through the API, on every database: who can send them, what the link does, and that it does it once.
import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { makeAuthenticator } from '#control/testing/authenticator.ts'
import { makeSilo, makeUser, must } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type Person, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const PATH = '/rackwright/invitations'
const GOOD = 'a long and secret word'
const DAY_MS = 24 * 3_600_000
const ENDED = [401, 'Unauthorized', 'this invitation is not valid, or not any more']

eachDatabase((_name, open) => {
  let world: World
  let ada: { id: string; person: Person }
  beforeEach(async () => {
    world = await makeWorld(await open(), signInPorts)
    await makeSilo(world.admin, 'acme')
    ada = await makeUser(world, 'acme', 'ada')
    await giveRole(ada.id, 'admin')
  })

  async function giveRole(identity_id: string, role_name: string) {
    const role_assignments = [{ identity_type: 'silo_user', identity_id, role_name }]
    await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments })
  }
  const invite = async (body: object = { external_id: 'bob' }, person = ada.person) =>
    (await talk(person).post(`${PATH}?silo=acme`, body)) as unknown as { id: string; token: string }
  const redeem = (token: string, body: object = { password: GOOD }) =>
    world.anonymous.raw('POST', `${PATH}/redeem`, { token, ...body })
  const refused = (token: string, body: object = { password: GOOD }, way = 'redeem') =>
    talk(world.anonymous).refused('POST', `${PATH}/${way}`, { token, ...body })
  const enter = async (username: string, password: string) =>
    (await world.anonymous.raw('POST', '/v1/login/acme/local', { username, password })).status

  test('the link says what it is for, makes the user with the role, and signs in', async () => {
    const { id, token } = await invite({ external_id: 'bob', role: 'collaborator' })
    const opened = await world.anonymous.raw('POST', `${PATH}/open`, { token })
    expect(opened).toMatchObject({
      status: 200,
      body: { external_id: 'bob', silo_name: 'acme', role: 'collaborator', min_password_length: 12 },
    })
    const { status, headers } = await redeem(token)
    expect(status).toBe(204)
    const bob = world.withSession(headers.get(SESSION_HEADER)!)
    expect((await bob.raw('GET', '/v1/me')).body).toMatchObject({ id, display_name: 'bob', silo_name: 'acme' })
    expect((await bob.raw('POST', '/v1/projects', { name: 'web', description: '' })).status).toBe(201)
    expect((await bob.raw('PUT', '/v1/policy', { role_assignments: [] })).status).toBe(403)
    expect(await enter('bob', GOOD)).toBe(204)
    expect(await talk(ada.person).list(PATH)).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('with a passkey, nobody knows a password', async () => {
    const { token } = await invite()
    const begin = await world.anonymous.raw('POST', `${PATH}/passkey`, { token })
    const { options, ticket } = begin.body as { options: string; ticket: string }
    const authenticator = makeAuthenticator()
    const passkey = { name: 'laptop', ticket, response: authenticator.create(options) }
    // a ticket for one invitation does nothing for another
    const other = await invite({ external_id: 'eve' })
    expect(await refused(other.token, { passkey })).toEqual([
      400,
      'InvalidRequest',
      'the passkey was refused; try again',
    ])
    expect((await redeem(token, { passkey })).status).toBe(204)
    const login = (await world.anonymous.raw('POST', '/rackwright/login/acme/passkey/begin')).body as typeof begin.body
    const response = authenticator.get(login.options as string)
    const entered = await world.anonymous.raw('POST', '/rackwright/login/acme/passkey', {
      ticket: login.ticket,
      response,
    })
    expect(entered.status).toBe(204)
    const bob = world.withSession(entered.headers.get(SESSION_HEADER)!)
    expect(await talk(bob).list('/rackwright/me/passkeys')).toMatchObject([{ name: 'laptop' }])
    expect(world.errors).toEqual([])
  })

  describe('wrong, used, expired, revoked and void ones get the same answer', () => {
    const ways = ['open', 'passkey', 'redeem']
    const endedIn = async (token: string) => {
      for (const way of ways)
        expect(await refused(token, way === 'redeem' ? { password: GOOD } : {}, way)).toEqual(ENDED)
    }

    test.each([
      ['wrong', async () => undefined, (token: string) => token.replace(/^./, (first) => (first === '0' ? '1' : '0'))],
      ['used', async (token: string) => void (await redeem(token))],
      ['expired', async () => void (await world.clock.advance(DAY_MS))],
      ['revoked', async (_: string, id: string) => talk(ada.person).del(`${PATH}/${id}`)],
      ['of a name that somebody else has got', async () => void (await makeUser(world, 'acme', 'bob'))],
      [
        'of an inviter who was disabled',
        async () => void (await talk(world.admin).put(`/rackwright/users/${ada.id}/state`, { enabled: false })),
      ],
      ['of an inviter who is no admin any more', async () => giveRole(ada.id, 'collaborator')],
      ['of an inviter who was deleted', async () => talk(world.admin).del(`/rackwright/users/${ada.id}`)],
    ])('%s', async (_case, end, change = (token: string) => token) => {
      const { id, token } = await invite({ external_id: 'bob', role: 'admin' })
      await end(token, id)
      await endedIn(change(token))
    })

    test('it works until the last moment of its day', async () => {
      const { token } = await invite()
      await world.clock.advance(DAY_MS - 1)
      expect((await redeem(token)).status).toBe(204)
    })

    test('of many at once, one gets it', async () => {
      const { token } = await invite()
      const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await redeem(token)).status))
      expect(statuses.toSorted()).toEqual([204, 401, 401, 401, 401])
    })
  })

  test('guessing is limited like logins, and a right link still works elsewhere', async () => {
    const { token } = await invite()
    const wrong = '0'.repeat(40)
    for (let n = 0; n < 5; n++) expect((await refused(wrong))[0]).toBe(401)
    expect((await refused(wrong))[0]).toBe(429)
    for (let n = 0; n < 45; n++) await refused(`${wrong}${n}`)
    // the address has used up its failures, whatever the token
    expect((await refused(token, {}, 'open'))[0]).toBe(429)
    const request = new Request(`http://rack.test${PATH}/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: GOOD }),
    })
    expect((await world.plane.fetch(request, { address: '192.0.2.9', secure: false })).status).toBe(204)
  })

  test('a password that cannot be used leaves the link as it was', async () => {
    await talk(ada.person).put('/rackwright/silos/acme/password-policy', { min_length: 16 })
    const { token } = await invite()
    for (const [password, message] of [
      ['fifteen letters', 'the password must have at least 16 characters'],
      ['Password12345678', 'the password is too common; choose one that others do not use'],
    ])
      expect(await refused(token, { password })).toEqual([400, 'InvalidRequest', message])
    for (const body of [{}, { password: GOOD, passkey: { name: 'x', ticket: 'x', response: 'x' } }])
      expect(await refused(token, body)).toEqual([400, 'InvalidRequest', 'choose either a password or a passkey'])
    expect((await redeem(token)).status).toBe(204)
  })

  test('one per name; an expired one gives way, and users cannot be invited', async () => {
    const first = await invite()
    expect(await talk(ada.person).refused('POST', PATH, { external_id: 'bob' })).toEqual([
      400,
      'ObjectAlreadyExists',
      'already exists: invitation "bob"',
    ])
    expect(await talk(ada.person).refused('POST', PATH, { external_id: 'ada' })).toEqual([
      400,
      'ObjectAlreadyExists',
      'already exists: silo-user "ada"',
    ])
    await world.clock.advance(DAY_MS)
    ada.person = await world.login('acme', 'ada')
    expect(await talk(ada.person).list(PATH)).toMatchObject([{ id: first.id, invited_by: 'ada' }])
    const { id } = await invite()
    expect((await talk(ada.person).list(PATH)).map((each) => each.id)).toEqual([id])
  })

  test("the role cannot exceed the inviter's, also through roles that map to the fleet", async () => {
    await world.host.db.transaction((tx) =>
      tx
        .updateTable('silo')
        .set({ mapped_fleet_roles: { collaborator: ['viewer'] } })
        .where('name', '=', 'acme')
        .execute(),
    )
    const body = { external_id: 'bob', role: 'collaborator' }
    expect(await talk(ada.person).refused('POST', PATH, body)).toEqual([403, 'Forbidden', 'Forbidden'])
    await invite({ external_id: 'bob', role: 'viewer' })
    const byOperator = await invite({ external_id: 'eve', role: 'admin' }, world.admin)
    expect((await redeem(byOperator.token)).status).toBe(204)
  })

  test('an invitation does not outlive the right to give its role', async () => {
    const { token } = await invite({ external_id: 'bob', role: 'collaborator' })
    await world.host.db.transaction((tx) =>
      tx
        .updateTable('silo')
        .set({ mapped_fleet_roles: { collaborator: ['viewer'] } })
        .where('name', '=', 'acme')
        .execute(),
    )
    expect(await refused(token)).toEqual(ENDED)
  })

  test('only for silos whose users sign in with passwords', async () => {
    await world.host.db.transaction((tx) =>
      tx.updateTable('silo').set({ identity_mode: 'saml_jit' }).where('name', '=', 'acme').execute(),
    )
    const answer = [404, 'ObjectNotFound', 'not found: identity-provider with name "local"']
    expect(await talk(ada.person).refused('POST', PATH, { external_id: 'bob' })).toEqual(answer)
  })

  test('the token is nowhere but in the answer', async () => {
    const { token } = await invite()
    await redeem(token)
    const [stored] = await world.host.db.read.selectFrom('invitation').selectAll().execute()
    expect(stored).toBeUndefined()
    const second = await invite({ external_id: 'eve' })
    const rows = await world.host.db.read.selectFrom('invitation').selectAll().execute()
    const events = await world.host.db.read.selectFrom('event').selectAll().execute()
    expect(rows[0]!.token_hash).toMatch(/^[0-9a-f]{64}$/)
    for (const secret of [token, second.token, GOOD]) expect(JSON.stringify([rows, events])).not.toContain(secret)
    expect(second.token.length * 4).toBeGreaterThanOrEqual(128)
    expect(
      events.filter(({ noun }) => noun === 'invitation').map((each) => [each.operation, each.target_name]),
    ).toEqual([
      ['invitation_create', 'bob'],
      ['invitation_redeem', 'bob'],
      ['invitation_create', 'eve'],
    ])
  })

  test('a silo that requires a second factor asks those who chose a password', async () => {
    const time_required = new Date(world.clock.now().getTime() - 1).toISOString()
    const { token } = await invite()
    await talk(ada.person).put('/rackwright/silos/acme/second-factor-policy', { time_required })
    const { headers } = await redeem(token)
    const bob = world.withSession(headers.get(SESSION_HEADER)!)
    expect((await bob.raw('GET', '/v1/projects')).body.error_code).toBe('SecondFactorMissing')
  })
})
