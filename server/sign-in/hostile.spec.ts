// A limit in every parser stops hostile input of the largest accepted size. Assertions check limits, never time.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { hostileInputs } from '#control/testing/hostile.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { signInPorts } from './testing.ts'

const log = { info() {}, warn() {}, error() {} }

eachDatabase(
  (_name, open) => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(await open(), { ...signInPorts, log })
      const admin = talk(world.admin)
      await admin.post('/v1/system/silos', samlSilo('acme'))
      const idp = makeIdp(await makeKeyPair('idp.test'))
      await admin.post('/v1/system/identity-providers/saml?silo=acme', providerBody(idp))
      await admin.post('/v1/projects', { name: 'web', description: '' })
    })

    test.each(hostileInputs)('$what', async ({ method, path, body, headers, isAnonymous, status, message }) => {
      const person = isAnonymous ? world.anonymous : world.admin
      const reply = await person.raw(method, path, body, headers)
      expect(reply.status).toBe(status)
      expect(String(reply.body.message ?? reply.body.error_description).slice(0, 300)).toMatch(message)
    })
  },
  ['libsql'],
)
