// Where visitors without a session are sent, through the real server and control plane.
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { serveControl } from '../testing.ts'
import type { Listening } from './listen.ts'
import { signInPorts } from '../sign-in/testing.ts'

let server: Listening
let world: World
afterEach(async () => {
  await server.close()
  await world.stop()
})

/** fetch does not let a caller set Host. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<[number | undefined, string | undefined]>((done, fail) => {
    request(server.url + path, { headers: { accept: 'text/html', ...headers }, agent: false }, (response) => {
      response.resume()
      done([response.statusCode, response.headers.location])
    })
      .once('error', fail)
      .end()
  })

eachDatabase(
  (_name, open) => {
    test('with one discoverable silo, or a Host that names one, the login form is shown at once', async () => {
      world = await makeWorld(await open(), { ...signInPorts, suffix: 'rack.test' })
      server = await serveControl(world.plane)
      const admin = talk(world.admin)
      await admin.post('/v1/system/silos', samlSilo('acme'))
      const host = { host: 'acme.sys.rack.test' }
      // no provider yet: the page says that nobody can log in
      expect(await get('/login', host)).toEqual([200, undefined])
      const idp = makeIdp(await makeKeyPair('idp.test'))
      for (const name of ['b-second', 'a-first'])
        await admin.post('/v1/system/identity-providers/saml?silo=acme', providerBody(idp, { name }))

      const first = '/login/acme/saml/a-first'
      expect(await get('/login?redirect_uri=%2Fprojects%3Fa%3D1', host)).toEqual([
        302,
        `${first}?redirect_uri=%2Fprojects%3Fa%3D1`,
      ])
      expect(await get('/device/verify', host)).toEqual([302, `${first}?redirect_uri=%2Fdevice%2Fverify`])
      const cookie = (session: string | undefined) => ({ ...host, cookie: `session=${session}` })
      expect(await get('/device/verify', cookie(world.admin.session))).toEqual([200, undefined])
      // a session that has ended is none
      expect(await get('/device/verify', cookie('x'))).toEqual([302, `${first}?redirect_uri=%2Fdevice%2Fverify`])
      expect(await get('/login?redirect_uri=//evil.test', host)).toEqual([302, first])
      expect(await get('/login?choose', host)).toEqual([200, undefined])
      const recovery = { host: 'recovery.sys.rack.test' }
      expect(await get('/login', recovery)).toEqual([302, '/login/recovery/local'])
      expect(await get('/login', { host: 'bad host' })).toEqual([200, undefined])
    })

    test('with several login methods the page lets people choose', async () => {
      world = await makeWorld(await open(), signInPorts)
      server = await serveControl(world.plane)
      const admin = talk(world.admin)
      const [only] = await admin.list('/v1/system/silos')
      if (!only) await admin.post('/v1/system/silos', samlSilo('one', { identity_mode: 'local_only' }))
      const name = only?.name ?? 'one'
      expect(await get('/login?redirect_uri=/images')).toEqual([302, `/login/${name}/local?redirect_uri=%2Fimages`])
      await admin.post('/v1/system/silos', samlSilo('two', { identity_mode: 'local_only' }))
      expect(await get('/login?redirect_uri=/images')).toEqual([200, undefined])
      const choose = '/login?redirect_uri=%2Fdevice%2Fverify'
      expect(await get('/device/verify')).toEqual([302, choose])
      expect(await get(choose)).toEqual([200, undefined])
      const code = '/login?redirect_uri=%2Fdevice%2Fverify%3Fuser_code%3DABCD'
      expect(await get('/device/verify?user_code=ABCD')).toEqual([302, code])
    })
  },
  ['libsql'],
)
