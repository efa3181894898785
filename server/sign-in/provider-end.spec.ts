// What comes from an identity provider ends with it: sessions, and the access tokens that they have created, directly or not.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, must } from '#control/testing/authz-world.ts'
import { until } from '#control/testing/compute.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo, type Idp } from '#control/testing/identity-provider.ts'
import { startIssuer, type Issuer } from '#control/testing/oidc-issuer.ts'
import {
  addOidcProvider,
  oidcBody,
  signInWithOidc,
  signInWithSaml,
  type Entered,
} from '#control/testing/external-logins.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type Person, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const TOKENS = '/rackwright/me/access-tokens'
const CLIENT_ID = '00000000-0000-4000-8000-000000000001'
const OIDC = '/rackwright/silos/sso/identity-providers'

const status = async (person: Person) => (await person.raw('GET', '/v1/me')).status

let issuer: Issuer
let idp: Idp
beforeAll(async () => {
  issuer = await startIssuer()
  idp = makeIdp(await makeKeyPair('idp.test'))
})
afterAll(() => issuer.stop())

interface Way {
  enter(world: World): Promise<Entered>
  end(world: World): Promise<unknown>
}

const oidc = (end: Way['end']): Way => ({
  enter: (world) => signInWithOidc(world, issuer, { silo: 'sso', provider: 'corp' }, { claims: { sub: 'ada' } }),
  end,
})
const WAYS: readonly [string, Way][] = [
  ['deleting an OpenID Connect provider', oidc((world) => talk(world.admin).del(`${OIDC}/corp`))],
  [
    'turning off an OpenID Connect provider',
    oidc((world) =>
      talk(world.admin).put(`${OIDC}/corp`, {
        ...oidcBody(issuer, { silo: 'sso', provider: 'corp' }),
        is_enabled: false,
      }),
    ),
  ],
  [
    'turning off a SAML provider',
    {
      enter: (world) => signInWithSaml(world, idp, { silo: 'sso', provider: 'okta' }, { nameId: 'ada' }),
      end: (world) => talk(world.admin).put('/rackwright/silos/sso/saml-providers/okta', { is_enabled: false }),
    },
  ],
]

eachDatabase((_name, open) => {
  let world: World
  beforeEach(async () => {
    world = await makeWorld(await open(), { ...signInPorts, allowUnsolicitedSaml: true })
    await world.plane.start()
    await must(world.admin, 'POST', '/v1/system/silos', samlSilo('sso'))
    await must(world.admin, 'POST', '/v1/system/identity-providers/saml?silo=sso', providerBody(idp))
    await must(world.admin, 'POST', '/v1/system/identity-providers/saml?silo=sso', providerBody(idp, { name: 'other' }))
    await addOidcProvider(world, issuer, 'sso')
    await addOidcProvider(world, issuer, 'sso', 'another')
    return () => world.stop()
  })

  const create = async (person: Person, path = TOKENS) =>
    world.withToken(((await must(person, 'POST', path, { name: 'a token' })) as unknown as { token: string }).token)

  async function confirmDevice(person: Person): Promise<Person> {
    const device = await world.anonymous.raw(
      'POST',
      '/device/auth',
      new URLSearchParams({ client_id: CLIENT_ID }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    await must(person, 'POST', '/device/confirm', { user_code: device.body.user_code })
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.body.device_code as string,
      client_id: CLIENT_ID,
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await world.anonymous.raw('POST', '/device/token', new URLSearchParams(grant).toString(), form)
    return world.withToken(body.access_token as string)
  }

  /** An open stream of live updates; `hasEnded` once the server closes it. */
  async function listen({ session, token }: Person) {
    const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
    const request = new Request('http://rack.test/rackwright/events', { headers })
    const { body } = await world.plane.fetch(request, { address: '127.0.0.1', secure: false, session })
    const reader = body!.getReader()
    const stream = { hasEnded: false }
    void (async () => {
      while (!(await reader.read()).done);
      stream.hasEnded = true
    })()
    return stream
  }

  describe.each(WAYS)('%s', (_what, { enter, end }) => {
    test('ends its sessions, and the tokens that they have created, and nothing else', async () => {
      const person = world.withSession((await enter(world)).session!)
      const me = (await person.raw('GET', '/v1/me')).body.id as string
      const role = { identity_type: 'silo_user', identity_id: me, role_name: 'admin' }
      await must(world.admin, 'PUT', '/v1/system/silos/sso/policy', { role_assignments: [role] })
      const token = await create(person)
      const { id } = await must(person, 'POST', '/rackwright/service-accounts', { name: 'robot', description: '' })
      const account = `/rackwright/service-accounts/${id}/access-tokens`
      const ended = [person, token, await create(token), await confirmDevice(person), await create(person, account)]
      const elsewhere = { silo: 'sso', provider: 'another' }
      const other = world.withSession(
        (await signInWithOidc(world, issuer, elsewhere, { claims: { sub: 'ada' } })).session!,
      )
      const saml = await signInWithSaml(world, idp, { silo: 'sso', provider: 'other' }, { nameId: 'ada' })
      const { person: local } = await makeUser(world, 'recovery', 'local')
      const kept = [other, await create(other), world.withSession(saml.session!), await create(world.admin, account)]
      kept.push(local, await create(local))
      const streams = { ended: await Promise.all(ended.map(listen)), kept: await Promise.all(kept.map(listen)) }
      await end(world)
      expect(await Promise.all(ended.map(status))).toEqual(ended.map(() => 401))
      expect(await Promise.all(kept.map(status))).toEqual(kept.map(() => 200))
      await until(world, 'the streams to end', async () => streams.ended.every(({ hasEnded }) => hasEnded))
      expect(streams.kept.some(({ hasEnded }) => hasEnded)).toBe(false)
      expect(world.errors).toEqual([])
    })
  })

  test('a login that is under way when the provider is turned off opens no session', async () => {
    const { exchange } = world.host.oidc!
    world.host.oidc!.exchange = async (...given) => {
      const answer = await exchange(...given)
      const off = { ...oidcBody(issuer, { silo: 'sso', provider: 'corp' }), is_enabled: false }
      await talk(world.admin).put(`${OIDC}/corp`, off)
      return answer
    }
    const entered = await signInWithOidc(world, issuer, { silo: 'sso', provider: 'corp' })
    expect([entered.status, entered.session]).toEqual([404, null])
  })
})
