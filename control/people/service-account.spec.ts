// Service accounts through the API: users for programs, which cannot sign in, on every database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '../testing/identity-provider.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../testing/world.ts'

const ACCOUNTS = '/rackwright/service-accounts'

eachDatabase((_name, open) => {
  let world: World
  let owner: Person
  beforeAll(async () => {
    world = await makeWorld(await open(), { allowUnsolicitedSaml: true })
    await makeSilo(world.admin, 'acme')
    const made = await makeUser(world, 'acme', 'owner')
    owner = made.person
    await grant(made.id, 'admin')
  })
  afterAll(() => world.stop())

  async function grant(identity_id: string, role_name: string) {
    const { body } = await world.admin.raw('GET', '/v1/system/silos/acme/policy')
    const role_assignments = [
      ...(body.role_assignments as object[]),
      { identity_type: 'silo_user', identity_id, role_name },
    ]
    await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments })
  }
  const create = (name: string) => must(owner, 'POST', ACCOUNTS, { name, description: 'scrapes metrics' })
  async function tokenOf(id: string, body: object = {}) {
    const { body: created } = await owner.raw('POST', `${ACCOUNTS}/${id}/access-tokens`, { name: 'a token', ...body })
    return world.withToken(created.token as string)
  }

  test('is a user that holds roles and acts with its tokens', async () => {
    const account = await create('prometheus')
    const users = (await owner.raw('GET', '/v1/users')).body.items as { id: string }[]
    expect(users.map(({ id }) => id)).toContain(account.id)
    const person = await tokenOf(account.id)
    expect((await person.raw('GET', '/v1/me')).body).toMatchObject({ id: account.id, display_name: 'prometheus' })
    expect((await person.raw('GET', '/v1/projects')).status).toBe(403)
    await grant(account.id, 'viewer')
    expect((await person.raw('GET', '/v1/projects')).status).toBe(200)
    const readOnly = await tokenOf(account.id, { read_only: true })
    expect((await readOnly.raw('POST', '/v1/projects', { name: 'new', description: '' })).status).toBe(403)
  })

  test('cannot sign in, whatever its password', async () => {
    const { id } = await create('terraform')
    const body = { mode: 'password', value: PASSWORD }
    const path = `/v1/system/identity-providers/local/users/${id}/set-password?silo=acme`
    const refused = await owner.raw('POST', path, body)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'a service account has no password: it cannot sign in',
    ])
    await expect(world.login('acme', 'terraform')).rejects.toThrow('401')
  })

  test('cannot sign in through an identity provider that knows its name', async () => {
    const idp = makeIdp(await makeKeyPair('okta'))
    await must(world.admin, 'POST', '/v1/system/silos', samlSilo('sso'))
    await must(world.admin, 'POST', '/v1/system/identity-providers/saml?silo=sso', providerBody(idp))
    await must(world.admin, 'POST', `${ACCOUNTS}?silo=sso`, { name: 'robot', description: '' })
    const body = new URLSearchParams({ SAMLResponse: await idp.respond(world.clock.now(), { nameId: 'robot' }) })
    const request = new Request('http://rack.test/login/sso/saml/okta', { method: 'POST', body })
    expect((await world.plane.fetch(request, { address: '127.0.0.1', secure: false })).status).toBe(400)
  })

  test('shares its namespace with users', async () => {
    await create('taken')
    const again = await owner.raw('POST', ACCOUNTS, { name: 'taken', description: '' })
    expect([again.status, again.body.message]).toEqual([400, 'already exists: silo-user "taken"'])
    expect((await owner.raw('POST', ACCOUNTS, { name: 'owner', description: '' })).status).toBe(400)
  })

  test('is listed per silo, and deleted with its roles and tokens', async () => {
    const { id } = await create('passing')
    const person = await tokenOf(id)
    await grant(id, 'collaborator')
    const names = async (silo: string) =>
      ((await world.admin.raw('GET', `${ACCOUNTS}?silo=${silo}`)).body.items as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(await names('acme')).toContain('passing')
    expect(await names('recovery')).toEqual([])
    const listed = (await owner.raw('GET', `/rackwright/users/${id}/access-tokens`)).body.items as { name: string }[]
    expect(listed).toEqual([expect.objectContaining({ name: 'a token' })])
    await must(owner, 'DELETE', `${ACCOUNTS}/${id}`)
    expect((await person.raw('GET', '/v1/me')).status).toBe(401)
    expect(await names('acme')).not.toContain('passing')
    expect(JSON.stringify((await owner.raw('GET', '/v1/policy')).body)).not.toContain(id)
    expect((await owner.raw('DELETE', `${ACCOUNTS}/${id}`)).status).toBe(404)
  })

  test('a user is not a service account', async () => {
    const { id } = await makeUser(world, 'acme', 'human')
    expect((await owner.raw('DELETE', `${ACCOUNTS}/${id}`)).status).toBe(404)
    expect((await owner.raw('POST', `${ACCOUNTS}/${id}/access-tokens`, { name: 'a token' })).status).toBe(404)
  })

  test('with a fleet role gives no token to an administrator without one', async () => {
    const { id } = await create('operator')
    const { body } = await world.admin.raw('GET', '/v1/system/policy')
    const role = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
    const role_assignments = [...(body.role_assignments as object[]), role]
    await must(world.admin, 'PUT', '/v1/system/policy', { role_assignments })
    const path = `${ACCOUNTS}/${id}/access-tokens`
    expect((await owner.raw('POST', path, { name: 'taken over' })).status).toBe(403)
    expect((await world.admin.raw('POST', path, { name: 'metrics' })).status).toBe(201)
  })
})
