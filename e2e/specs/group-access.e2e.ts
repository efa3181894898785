// Roles through a group. Groups come from a login through an identity provider, so this needs a server.
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject, row, select } from '../helpers/table.ts'

test('a role through a group is shown as such', { tag: '@server' }, async ({ page, baseURL, unique, watch }) => {
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
  const back = await fetch(address, { method: 'POST', body, redirect: 'manual' })
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
  await expect(row(page, 'ana@acme.test')).toContainText(
    'silo.adminvia group ownersproject.viewervia group night-shift',
  )
  await expectAccessible(page)

  await page.goto('/settings/profile')
  await expect(page.getByRole('table', { name: 'Groups' })).toContainText('night-shift')
})
