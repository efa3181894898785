// Silo administrators cannot gain fleet roles through an identity provider of their own.
import { expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const anonymous = { address: '127.0.0.1', secure: false }
const FORBIDDEN = [403, 'Forbidden', 'Forbidden']
const grant = (identity_id: unknown, identity_type: string) => ({ identity_type, identity_id, role_name: 'viewer' })

eachDatabase((_name, open) => {
  test('a silo admin cannot add an identity provider that vouches for stronger users', async () => {
    const world = await makeWorld(await open(), signInPorts)
    const admin = talk(world.admin)
    const adminId = (await admin.get('/v1/me')).id
    const setFleet = (assignment: object) =>
      admin.put('/v1/system/policy', {
        role_assignments: [{ ...grant(adminId, 'silo_user'), role_name: 'admin' }, assignment],
      })
    const idp = makeIdp(await makeKeyPair('idp.test'))
    await admin.post('/v1/system/silos', samlSilo('acme', { admin_group_name: 'admins' }))
    const providers = '/v1/system/identity-providers/saml?silo=acme'
    await admin.post(providers, providerBody(idp, { group_attribute_name: 'groups' }))
    const browser = { ...anonymous, browser: 'b'.repeat(40) }
    const enter = async (nameId: string) => {
      const begun = await world.plane.fetch(new Request('http://rack.test/login/acme/saml/okta/redirect'), browser)
      const { id: inResponseTo } = await idp.receive(begun.headers.get('location')!)
      const lies = { nameId, inResponseTo, attributes: { groups: ['admins', nameId] } }
      const body = new URLSearchParams({ SAMLResponse: await idp.respond(world.clock.now(), lies) })
      const request = new Request('http://rack.test/login/acme/saml/okta', { method: 'POST', body })
      const reply = await world.plane.fetch(request, browser)
      return talk(world.withSession(reply.headers.get('rackwright-session')!))
    }
    const sam = await enter('sam')
    await sam.post(providers, providerBody(idp, { name: 'mine' }))
    const boss = (await (await enter('boss')).get('/v1/me')).id
    await setFleet(grant(boss, 'silo_user'))
    expect(await sam.refused('POST', providers, providerBody(idp, { name: 'evil' }))).toEqual(FORBIDDEN)
    const team = (await sam.list('/v1/groups')).find(({ display_name }) => display_name === 'boss')
    await setFleet(grant(team!.id, 'silo_group'))
    expect(await sam.refused('POST', providers, providerBody(idp, { name: 'evil' }))).toEqual(FORBIDDEN)
    await admin.post(providers, providerBody(idp, { name: 'by-operator' }))
  })
})
