// Fleet roles: granted, changed, removed, and refused to users without permission.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, row } from '../helpers/table.ts'

const ACCESS = '/system/access'

async function role(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name }).click()
}

test('grant a fleet role, change it, remove it', { tag: '@core' }, async ({ page, context, unique }) => {
  const name = unique('operator')
  const users = '/v1/system/identity-providers/local/users?silo=meridian'
  await call(context, 'POST', users, { external_id: name, password: { mode: 'login_disallowed' } })
  await page.goto(ACCESS)
  await expect(page).toHaveTitle('Fleet access / Rackwright')
  await expect(row(page, 'admin').first()).toContainText('fleet.admin')
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'User or group' }).fill(name)
  await page.getByRole('option', { name: `${name} (meridian)` }).click()
  await role(page, 'Viewer')
  await page.getByRole('button', { name: 'Assign role' }).click()
  await expect(row(page, name)).toContainText('meridian')
  await expect(row(page, name)).toContainText('fleet.viewer')
  await expectAccessible(page)
  await choose(page, name, 'Change role')
  await role(page, 'Collaborator')
  await page.getByRole('button', { name: 'Update role' }).click()
  await expect(row(page, name)).toContainText('fleet.collaborator')
  await choose(page, name, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(row(page, name)).toHaveCount(0)

  // nobody could give the role back
  const admin = page.getByRole('row').filter({ hasText: 'fleet.admin' })
  await admin.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('You may lock everyone out.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await role(page, 'Viewer')
  await expect(page.getByRole('dialog')).toContainText('The only fleet admin')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const silo = unique('operators')
  const quotas = { cpus: 0, memory: 0, storage: 0 }
  const body = { name: silo, description: '', discoverable: true, identity_mode: 'local_only', quotas }
  await call(context, 'POST', '/v1/system/silos', {
    ...body,
    tls_certificates: [],
    mapped_fleet_roles: { collaborator: ['viewer'] },
  })
  await page.reload()
  const mapped = page.getByRole('table', { name: 'Through silo roles' }).getByRole('row').filter({ hasText: silo })
  await expect(mapped).toContainText('silo.collaborator')
  await expect(mapped).toContainText('fleet.viewer')
  await expectAccessible(page)
  await mapped.getByRole('link', { name: silo }).click()
  await expect(page.getByRole('list', { name: 'Fleet roles' })).toHaveText('Silo collaborator → Fleet viewer')
})

test('a fleet viewer sees it and why not', async ({ page, context, host, unique }) => {
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, ACCESS)
  await expect(row(page, viewer)).toContainText('fleet.viewer')
  await page.getByRole('button', { name: 'Add user or group' }).hover()
  await expect(page.getByText('You need the fleet admin role. Yours is viewer.')).toBeVisible()
})
