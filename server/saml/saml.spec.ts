// Single sign-on through the real server, as a browser sees it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo, type Idp } from '#control/testing/identity-provider.ts'
import { talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import type { Listening } from '../http/listen.ts'
import { serveControl } from '../testing.ts'
import { signInPorts } from '../sign-in/testing.ts'

const page = { headers: { accept: 'text/html' }, redirect: 'manual' } as const

eachDatabase(
  (_name, open) => {
    let world: World
    let server: Listening
    let idp: Idp

    beforeAll(async () => {
      world = await makeWorld(await open(), signInPorts)
      server = await serveControl(world.plane)
      const keys = await makeKeyPair('idp.test')
      idp = makeIdp(keys)
      const admin = talk(world.admin)
      await admin.post('/v1/system/silos', samlSilo('acme'))
      const providers = '/v1/system/identity-providers/saml?silo=acme'
      await admin.post(providers, providerBody(idp))
      await admin.post(providers, providerBody(makeIdp(keys, undefined, ['post']), { name: 'posting' }))
    })
    afterAll(async () => {
      await server.close()
      await world.stop()
    })

    test('the login page is the console, its link leads to the provider, and the assertion sets a cookie', async () => {
      const address = `${server.url}/login/acme/saml/okta`
      const button = await fetch(address, page)
      expect([button.status, await button.text()]).toEqual([200, expect.stringContaining('<title>Rackwright')])
      const away = await fetch(`${address}/redirect?redirect_uri=/images`, page)
      expect(away.status).toBe(302)
      const browser = away.headers.get('set-cookie')!
      expect(browser).toMatch(/^login=[0-9a-f]{40}; Path=\/; HttpOnly; Max-Age=28800; SameSite=Lax$/)
      expect(away.headers.get('rackwright-browser')).toBeNull()
      const request = await idp.receive(away.headers.get('location')!)

      const SAMLResponse = await idp.respond(world.clock.now(), { inResponseTo: request.id })
      const body = new URLSearchParams({ SAMLResponse, RelayState: request.relayState! })
      const headers = { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' }
      // browsers send no cookie along from another site
      const posting = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
      expect([posting.status, posting.headers.get('set-cookie')]).toEqual([200, null])
      expect(await posting.text()).toContain('action="/login/acme/saml/okta"')
      const ours = { origin: server.url, 'sec-fetch-site': 'same-origin', cookie: browser.split(';')[0]! }
      const back = await fetch(address, { method: 'POST', body, headers: ours, redirect: 'manual' })
      expect([back.status, back.headers.get('location')]).toEqual([303, '/images'])
      const cookie = back.headers.get('set-cookie')!
      expect(cookie).toMatch(/^session=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax/)
      expect(back.headers.get('rackwright-session')).toBeNull()
      const me = await fetch(`${server.url}/v1/me`, { headers: { cookie: cookie.split(';')[0]! } })
      expect(await me.json()).toMatchObject({ display_name: 'ana@acme.test', silo_name: 'acme' })
    })

    test('a page that posts itself to the provider cannot do anything else', async () => {
      const posting = await fetch(`${server.url}/login/acme/saml/posting/redirect`, page)
      expect([posting.status, posting.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(posting.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[^;]+'; /)
      expect(posting.headers.get('content-security-policy')).not.toContain('form-action')
      expect(posting.headers.get('x-frame-options')).toBe('DENY')
    })
  },
  ['libsql'],
)
