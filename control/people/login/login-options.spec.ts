// What the login page learns before login: the intended silo or a choice of silos, and nothing about hidden ones.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '../../testing/identity-provider.ts'
import { talk } from '../../testing/talk.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const keys = makeKeyPair('idp.test')
const recovery = { name: 'recovery', identity_mode: 'local_only', saml_providers: [], oidc_providers: [] }
const acme = { name: 'acme', identity_mode: 'saml_jit', saml_providers: ['entra', 'okta'], oidc_providers: [] }
const secret = { name: 'secret', identity_mode: 'saml_jit', saml_providers: [], oidc_providers: [] }

eachDatabase((_name, open) => {
  describe('login options', () => {
    let world: World
    const ask = async (query = '', host = 'rack.test') => {
      const { status, body } = await world.anonymous.raw('GET', `/rackwright/login-options${query}`, undefined, {
        host,
      })
      expect(status).toBe(200)
      const { dns_suffix, installation_name, ...options } = body
      expect([dns_suffix, installation_name]).toEqual(['Rack.test', null])
      return options
    }

    beforeAll(async () => {
      world = await makeWorld(await open(), { suffix: 'Rack.test' })
    })

    test('a single silo', async () => {
      expect(await ask()).toEqual({ silo: recovery, silos: [recovery] })
    })

    describe('with several silos', () => {
      beforeAll(async () => {
        const admin = talk(world.admin)
        await admin.post('/v1/system/silos', samlSilo('acme'))
        await admin.post('/v1/system/silos', samlSilo('secret', { discoverable: false }))
        for (const name of ['okta', 'entra'])
          await admin.post('/v1/system/identity-providers/saml?silo=acme', providerBody(makeIdp(await keys), { name }))
      })

      test('discoverable silos to choose from', async () => {
        expect(await ask()).toEqual({ silo: null, silos: [acme, recovery] })
        const stale = await world.withToken('stale').raw('GET', '/rackwright/login-options')
        expect(stale.status).toBe(200)
      })

      test('the last used silo, hidden or not, unless it is deleted', async () => {
        expect(await ask('?silo=acme')).toEqual({ silo: acme, silos: [acme, recovery] })
        expect(await ask('?silo=secret')).toEqual({ silo: secret, silos: [acme, recovery] })
        expect(await ask('?silo=gone')).toEqual({ silo: null, silos: [acme, recovery] })
      })

      test('the silo of the host name wins over any other', async () => {
        expect(await ask('?silo=recovery', 'acme.sys.rack.test:4600')).toEqual({ silo: acme, silos: [] })
        expect(await ask('', 'SECRET.sys.rack.test')).toEqual({ silo: secret, silos: [] })
        for (const host of ['gone.sys.rack.test', 'acme.rack.test', 'acme.sys.rack.test.evil.test', 'sys.rack.test'])
          expect(await ask('', host)).toEqual({ silo: null, silos: [acme, recovery] })
        expect(world.errors).toEqual([])
      })
    })
  })
})
