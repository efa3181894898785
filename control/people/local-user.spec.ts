// Local users as the console creates them, through the API, on every database: checked passwords, a role, and the change at the next
// sign-in. Also the minimum that a silo sets.
import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_HEADER } from '../frame/ports/caller.ts'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk } from '../testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../testing/world.ts'
import { resetPassword } from './login/reset-password.ts'

const USERS = '/rackwright/local-users'
const PUBLISHED = '/v1/system/identity-providers/local/users'
const OWN = '/rackwright/me/password'
const GOOD = 'a long and secret word'
const OTHER = 'quite another long word'

eachDatabase((_name, open) => {
  let world: World
  let ada: { id: string; person: Person }
  beforeEach(async () => {
    world = await makeWorld(await open())
    await makeSilo(world.admin, 'acme')
    ada = await makeUser(world, 'acme', 'ada')
    const role_assignments = [{ identity_type: 'silo_user', identity_id: ada.id, role_name: 'admin' }]
    await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments })
  })

  const create = (body: object, person = ada.person) =>
    talk(person).post(`${USERS}?silo=acme`, { external_id: 'bob', password: GOOD, ...body })
  const setPassword = (id: string, body: object, person = ada.person) =>
    person.raw('POST', `${USERS}/${id}/password`, { password: OTHER, ...body })
  const published = (value: string) =>
    world.admin.raw('POST', `${PUBLISHED}?silo=acme`, { external_id: 'eve', password: { mode: 'password', value } })
  const stateOf = async (id: string) => (await world.admin.raw('GET', `/rackwright/users/${id}/state`)).body

  test('a silo admin creates a user with a role, in one step', async () => {
    await create({ role: 'collaborator' })
    const bob = await world.login('acme', 'bob', GOOD)
    expect((await bob.raw('POST', '/v1/projects', { name: 'web', description: '' })).status).toBe(201)
    await talk(world.admin).put('/v1/system/silos/acme/policy', { role_assignments: [] })
    expect(world.errors).toEqual([])
  })

  test('a role above the own one leaves no user behind', async () => {
    await world.host.db.transaction((tx) =>
      tx
        .updateTable('silo')
        .set({ mapped_fleet_roles: { viewer: ['viewer'] } })
        .where('name', '=', 'acme')
        .execute(),
    )
    const body = { external_id: 'bob', password: GOOD, role: 'viewer' }
    expect(await talk(ada.person).refused('POST', USERS, body)).toEqual([403, 'Forbidden', 'Forbidden'])
    expect(await talk(ada.person).list('/v1/users')).toHaveLength(1)
  })

  test('passwords typed here are long and not common', async () => {
    const { id } = await create({})
    for (const [password, message] of [
      ['elevenchars', 'the password must have at least 12 characters'],
      ['Password1234', 'the password is too common; choose one that others do not use'],
    ]) {
      const refusal = [400, 'InvalidRequest', message]
      const body = { external_id: 'eve', password }
      expect(await talk(ada.person).refused('POST', USERS, body)).toEqual(refusal)
      expect(await talk(ada.person).refused('POST', `${USERS}/${id}/password`, { password })).toEqual(refusal)
    }
    expect((await setPassword(id, {})).status).toBe(204)
    await world.login('acme', 'bob', OTHER)
  })

  test('the own password is changed elsewhere, and operators are out of reach', async () => {
    expect((await setPassword(ada.id, {})).status).toBe(400)
    const eve = await makeUser(world, 'acme', 'eve')
    const role_assignments = [{ identity_type: 'silo_user', identity_id: eve.id, role_name: 'viewer' }]
    const me = (await world.admin.raw('GET', '/v1/me')).body.id as string
    await must(world.admin, 'PUT', '/v1/system/policy', {
      role_assignments: [...role_assignments, { identity_type: 'silo_user', identity_id: me, role_name: 'admin' }],
    })
    expect((await setPassword(eve.id, {})).status).toBe(403)
  })

  describe('a password that must be changed', () => {
    const DUE = [403, 'PasswordChangeRequired', 'choose another password to continue']
    let bob: { id: string; person: Person }
    beforeEach(async () => {
      const { id } = await create({ must_change: true, role: 'viewer' })
      bob = { id, person: await world.login('acme', 'bob', GOOD) }
    })

    test('lets its user do nothing but that, also by tokens and live updates', async () => {
      expect(await stateOf(bob.id)).toMatchObject({ must_change_password: true })
      expect(await talk(bob.person).refused('GET', '/v1/projects')).toEqual(DUE)
      expect(await talk(bob.person).refused('POST', '/rackwright/me/access-tokens', { name: 'x' })).toEqual(DUE)
      expect((await bob.person.raw('GET', '/rackwright/events')).status).toBe(401)
      expect((await bob.person.raw('GET', '/v1/me')).body.display_name).toBe('bob')
      // the page on which they choose says how long it must be
      expect((await bob.person.raw('GET', '/rackwright/silos/acme/password-policy')).status).toBe(200)
      const { status, headers } = await bob.person.raw('POST', OWN, { password: GOOD, new_password: OTHER })
      expect(status).toBe(204)
      const free = world.withSession(headers.get(SESSION_HEADER)!)
      expect((await free.raw('GET', '/v1/projects')).status).toBe(200)
      expect(await stateOf(bob.id)).toMatchObject({ must_change_password: false })
      await world.login('acme', 'bob', OTHER)
    })

    test('cannot stay as it is', async () => {
      const body = { password: GOOD, new_password: GOOD }
      expect((await talk(bob.person).refused('POST', OWN, body))[0]).toBe(400)
    })

    test('comes before the second factor that the silo requires', async () => {
      const time_required = new Date(world.clock.now().getTime() - 1).toISOString()
      await talk(world.admin).put('/rackwright/silos/acme/second-factor-policy', { time_required })
      expect(await talk(bob.person).refused('GET', '/v1/projects')).toEqual(DUE)
      const { headers } = await bob.person.raw('POST', OWN, { password: GOOD, new_password: OTHER })
      const enrolling = world.withSession(headers.get(SESSION_HEADER)!)
      expect((await talk(enrolling).refused('GET', '/v1/projects'))[1]).toBe('SecondFactorMissing')
    })

    test.each([
      [
        'the published operation',
        () =>
          world.admin.raw('POST', `${PUBLISHED}/${bob.id}/set-password?silo=acme`, { mode: 'password', value: 'x' }),
        'x',
      ],
      ['an administrator who does not ask for it', () => setPassword(bob.id, {}), OTHER],
      [
        'the operator of the machine',
        async () =>
          resetPassword(world.host.db, {
            silo: 'acme',
            user: 'bob',
            password_hash: await world.host.passwords.hash('y'),
            now: world.clock.now(),
          }),
        'y',
      ],
    ])('is not asked for any more after %s', async (_who, change, password) => {
      await change()
      expect((await (await world.login('acme', 'bob', password)).raw('GET', '/v1/projects')).status).toBe(200)
    })
  })

  test('neither published operations nor the first login ever ask for a change', async () => {
    expect((await world.admin.raw('GET', '/v1/projects')).status).toBe(200)
    const { body } = await published('tiny')
    expect(await stateOf(body.id as string)).toMatchObject({ must_change_password: false })
  })

  describe('the minimum of a silo', () => {
    const POLICY = '/rackwright/silos/acme/password-policy'

    test('holds for published operations too, which have none otherwise', async () => {
      expect(await talk(ada.person).get(POLICY)).toEqual({ min_length: null, is_local: true })
      await talk(ada.person).put(POLICY, { min_length: 8 })
      const { status, body } = await published('seven77')
      expect([status, body.message]).toEqual([400, 'the password must have at least 8 characters'])
      expect((await published('password')).status).toBe(201)
      const set = (value: string) =>
        talk(world.admin).refused('POST', `${PUBLISHED}/${ada.id}/set-password?silo=acme`, { mode: 'password', value })
      expect((await set('seven77'))[2]).toBe('the password must have at least 8 characters')
      // the one from before goes on working
      await world.login('acme', 'ada', PASSWORD)
      // a minimum below that of the console changes nothing there
      expect((await talk(ada.person).refused('POST', USERS, { external_id: 'bob', password: 'elevenchars' }))[2]).toBe(
        'the password must have at least 12 characters',
      )
    })

    test('raises that of people who choose their own', async () => {
      await talk(ada.person).put(POLICY, { min_length: 30 })
      const body = { password: PASSWORD, new_password: GOOD }
      expect((await talk(ada.person).refused('POST', OWN, body))[2]).toBe(
        'the password must have at least 30 characters',
      )
      for (const min_length of [0, 65])
        expect((await talk(ada.person).refused('PUT', POLICY, { min_length }))[0]).toBe(400)
      await talk(ada.person).put(POLICY, { min_length: null })
      expect((await ada.person.raw('POST', OWN, body)).status).toBe(204)
    })
  })
})
