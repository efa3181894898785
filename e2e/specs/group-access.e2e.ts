// Roles through a group. Groups come from a login through an identity provider, so this needs a server.
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject, row, select } from '../helpers/table.ts'

/** The identity provider's page, on its own site: it posts the response as soon as it is open. */
async function playProvider(page: Page, respond: (location: string) => Promise<Record<string, string>>, acs: string) {
  // the test cannot stand in for the target of a redirect, so a page goes there instead
  await page.route(/\/saml\/okta\/redirect/, async (route) => {
    const { location = '', 'set-cookie': cookie = '' } = (await route.fetch({ maxRedirects: 0 })).headers()
    const body = `<script>location = ${JSON.stringify(location)}</script>`
    await route.fulfill({ contentType: 'text/html', headers: { 'set-cookie': cookie }, body })
  })
  await page.route('https://idp.test/**', async (route) => {
    const fields = Object.entries(await respond(route.request().url()))
    const inputs = fields.map(([name, value]) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`)
    const form = `<form method="post" action="${acs}">${inputs.join('')}</form>`
    await route.fulfill({ contentType: 'text/html', body: `${form}<script>document.forms[0].submit()</script>` })
  })
}

test(
  'a browser signs in through an identity provider',
  { tag: '@server' },
  async ({ page, baseURL, unique, watch }) => {
    watch.expectStatus(401)
    const silo = unique('sso')
    const idp = makeIdp(await makeKeyPair('idp.test'))
    await call(page.context(), 'POST', '/v1/system/silos', samlSilo(silo, { discoverable: false }))
    await call(page.context(), 'POST', `/v1/system/identity-providers/saml?silo=${silo}`, providerBody(idp))
    const address = `${baseURL}/login/${silo}/saml/okta`
    const respond = async (location: string) => {
      const { id, relayState } = await idp.receive(location)
      return { SAMLResponse: await idp.respond(new Date(), { inResponseTo: id }), RelayState: relayState! }
    }
    await playProvider(page, respond, address)
    await page.goto(`/login/${silo}/saml/okta/redirect?redirect_uri=/settings/profile`)
    await expect(page).toHaveURL('/settings/profile')
    await expect(page.getByRole('main')).toContainText('ana@acme.test')

    // a response that somebody else asked for, posted by a page of theirs
    const away = await fetch(`${address}/redirect`, { redirect: 'manual' })
    const fields = await respond(away.headers.get('location')!)
    await page.unroute('https://idp.test/**')
    await playProvider(page, async () => ({ ...fields, RelayState: '' }), address)
    await page.context().clearCookies()
    await page.goto('https://idp.test/')
    await expect(page).toHaveURL(address)
    await expect(page.locator('body')).toContainText('the response of the identity provider was refused')
  },
)

test('a role through a group is shown as such @core', { tag: '@server' }, async ({ page, baseURL, unique, watch }) => {
  watch.expectStatus(403)
  const silo = unique('groups')
  const idp = makeIdp(await makeKeyPair('idp.test'))
  await call(
    page.context(),
    'POST',
    '/v1/system/silos',
    samlSilo(silo, { discoverable: false, admin_group_name: 'owners' }),
  )
  const provider = providerBody(idp, { group_attribute_name: 'groups' })
  await call(page.context(), 'POST', `/v1/system/identity-providers/saml?silo=${silo}`, provider)

  const address = `${baseURL}/login/${silo}/saml/okta`
  const away = await fetch(`${address}/redirect`, { redirect: 'manual' })
  const { id, relayState } = await idp.receive(away.headers.get('location')!)
  const attributes = { groups: ['owners', 'night-shift'] }
  const SAMLResponse = await idp.respond(new Date(), { inResponseTo: id, attributes })
  const body = new URLSearchParams({ SAMLResponse, RelayState: relayState! })
  const headers = { cookie: away.headers.get('set-cookie')!.split(';')[0]! }
  const back = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
  expect(back.status).toBe(303)
  const session = /session=(\w+)/.exec(back.headers.get('set-cookie') ?? '')![1]!
  await page.context().addCookies([{ name: 'session', value: session, url: baseURL! }])

  await makeProject(page, 'ours')
  await page.goto('/projects/ours/access')
  await expect(row(page, 'owners')).toContainText('Groupadminsilo.admin')
  await expect(row(page, 'ana@acme.test')).toContainText('Useradminsilo.adminvia group owners')
  // a second, weaker role on the same project through another group
  await page.getByRole('button', { name: 'Add user or group' }).click()
  await select(page, 'User or group', /night-shift/)
  await select(page, 'Role', /Viewer/)
  await page.getByRole('button', { name: 'Assign role' }).click()
  await expect(row(page, 'night-shift')).toContainText('Groupviewerproject.viewer')
  await expect(row(page, 'ana@acme.test')).toContainText('silo.adminvia group owners+1')
  await row(page, 'ana@acme.test').getByRole('button', { name: '1 more roles' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Other roles: project.viewer via group night-shift')
  await expectAccessible(page)

  await page.goto('/settings/profile')
  await expect(page.getByRole('table', { name: 'Groups' })).toContainText('night-shift')
})
