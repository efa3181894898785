// Probes in a project, as fleet admin, as fleet viewer and as a user outside the fleet.
import type { BrowserContext } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

test('a probe from creation to deletion', { tag: '@core' }, async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const project = unique('probed')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Probes' }).click()
  await expect(page).toHaveTitle(`Probes / ${project} / Projects / Rackwright`)
  await expect(page.getByText('No probes')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Create probe' })
  const submit = form.getByRole('button', { name: 'Create probe' })
  await form.getByLabel('Name', { exact: true }).fill('ping')
  await submit.click()
  await expect(form.getByText('Sled is required')).toBeVisible()
  await form.getByRole('combobox', { name: 'Sled' }).click()
  await page.getByRole('option').first().click()
  await select(page, 'IP pool', /^public/)
  await submit.click()
  await expect(page.getByText('Probe ping created')).toBeVisible()
  await expect(row(page, 'ping')).toContainText('203.0.113.')
  await row(page, 'ping').getByRole('link', { name: 'ping' }).click()
  const view = page.getByRole('dialog', { name: 'Probe' })
  await expect(view).toContainText('172.30.0.')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.keyboard.press('Escape')

  // refused: the name is taken
  await page.goto(`/projects/${project}/probes-new`)
  await form.getByLabel('Name', { exact: true }).fill('ping')
  await form.getByRole('combobox', { name: 'Sled' }).click()
  await page.getByRole('option').first().click()
  await submit.click()
  await expect(form.getByText(/already exists/i).first()).toBeVisible()
  await page.goto(`/projects/${project}/probes`)
  await choose(page, 'ping', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete probe' }).click()
  await expect(page.getByText('No probes')).toBeVisible()
})

test('a fleet viewer sees probes and why not; users outside the fleet see none', async ({
  page,
  context,
  host,
  unique,
  watch,
}) => {
  watch.expectStatus(403)
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  const member = unique('member')
  const users = '/v1/system/identity-providers/local/users?silo=recovery'
  await call(context, 'POST', users, { external_id: member, password: { mode: 'password', value: 'demo' } })
  await giveProjectRole(context, viewer, member)
  const sleds = (await call(context, 'GET', '/v1/system/hardware/sleds?limit=1')) as { items: { id: string }[] }
  const name = unique('probe')
  const body = { name, description: '', sled: sleds.items[0]!.id, ip_pool: 'public' }
  await call(context, 'POST', '/experimental/v1/probes?project=storefront', body)

  await signIn(page, host, 'recovery', viewer, '/projects/storefront/probes')
  await page.getByRole('button', { name: 'New probe' }).hover()
  await expect(page.getByText('You need the fleet admin role. Yours is viewer.')).toBeVisible()
  await openMenu(page, name)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await signIn(page, host, 'recovery', member, '/projects/storefront/disks')
  await expect(page.getByRole('heading', { name: 'Disks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Probes' })).toHaveCount(0)
  await page.goto('/projects/storefront/probes')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

async function giveProjectRole(context: BrowserContext, ...names: string[]): Promise<void> {
  const policy = '/v1/projects/storefront/policy'
  const users = (await call(context, 'GET', '/v1/users?limit=1000')) as {
    items: { id: string; display_name: string }[]
  }
  const { role_assignments } = (await call(context, 'GET', policy)) as { role_assignments: object[] }
  const added = users.items
    .filter(({ display_name }) => names.includes(display_name))
    .map(({ id }) => ({ identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }))
  await call(context, 'PUT', policy, { role_assignments: [...role_assignments, ...added] })
}
