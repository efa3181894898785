// Silos as fleet admin, as fleet viewer and from outside the fleet.
import type { Page } from '@playwright/test'
import { makeAuthority } from '#control/testing/certificates.ts'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { makeFleetViewer } from './fleet.ts'
import { expect, PHONE, test } from './harness.ts'
import { signIn } from './people.ts'
import { choose, openMenu, overflow, row, select } from './table.ts'

const SILOS = '/system/silos'
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function fillCertificate(page: Page, name: string, { cert, key }: { cert: string; key: string }): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Certificate', { exact: true }).setInputFiles(file('tls.crt', cert))
  await expect(dialog.getByRole('region', { name: 'Certificate contents' })).toContainText('front.example')
  await dialog.getByLabel('Private key').setInputFiles(file('tls.key', key))
}

test('a silo from creation to deletion', async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const name = unique('tenant')
  const leaf = await (await makeAuthority()).leaf({ names: ['front.example', 'back.example'] })
  await page.goto(SILOS)
  await expect(row(page, 'meridian')).toContainText('local only')
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Create silo' })
  await form.getByRole('button', { name: 'Create silo' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('CPU quota').fill('8')
  await form.getByLabel('Memory quota').fill('32')
  await form.getByLabel('Storage quota').fill('100')
  await form.getByLabel('Admin group name').fill('admins')
  await form.getByRole('radio', { name: /Local only/ }).check()
  await expect(form.getByLabel('Admin group name')).toHaveCount(0)
  await form.getByLabel('Grant fleet viewer role to silo viewers').check()

  await form.getByRole('button', { name: 'Add TLS certificate' }).click()
  const draft = page.getByRole('dialog', { name: 'Add TLS certificate' })
  await draft.getByLabel('Certificate', { exact: true }).setInputFiles(file('tls.key', leaf.key))
  await expect(draft.getByText('expected certificates only')).toBeVisible()
  await fillCertificate(page, 'front', leaf)
  await expect(draft.getByRole('region', { name: 'Certificate contents' })).toContainText('CN=Test Authority')
  await draft.getByRole('button', { name: 'Add certificate' }).click()
  await expect(form.getByRole('table', { name: 'TLS certificates' })).toContainText('front.example')
  await form.getByRole('button', { name: 'View API request' }).click()
  await expect(form.getByLabel('Request as curl')).toContainText('"key": "••••••••"')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create silo' }).click()
  await expect(page).toHaveTitle(`${name} / Silos / Rackwright`)

  await expect(page.getByText('No identity providers')).toBeVisible()
  await page.getByRole('tab', { name: 'Quotas' }).click()
  await page.getByRole('button', { name: 'Edit quotas' }).click()
  await page.getByLabel('CPU quota').fill('16')
  await page.getByRole('button', { name: 'Update quotas' }).click()
  await expect(page.getByText('Quotas updated')).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('16')
  await page.getByRole('button', { name: 'Edit quotas' }).click()
  await page.getByLabel('CPU quota').fill('')
  await page.getByRole('button', { name: 'Update quotas' }).click()
  await expect(page.getByRole('main').getByText('Unlimited')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Fleet roles' }).click()
  await expect(page.getByRole('list', { name: 'Fleet roles' })).toContainText('silo.viewer')
  await expect(page.getByRole('list', { name: 'Fleet roles' })).toContainText('fleet.viewer')

  await page.getByRole('tab', { name: 'IP pools' }).click()
  await expect(page.getByText('No IP pools')).toBeVisible()
  await page.getByRole('button', { name: 'Link pool' }).click()
  await select(page, 'IP pool', 'public')
  await page.getByRole('dialog').getByRole('button', { name: 'Link pool' }).click()
  await choose(page, 'public', 'Make default')
  await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click()
  await expect(row(page, 'public')).toContainText('default')
  await expectAccessible(page)
  await choose(page, 'public', 'Unlink')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('No IP pools')).toBeVisible()

  await page.getByRole('tab', { name: 'Certificates' }).click()
  await expect(row(page, 'front')).toContainText('front.example, back.example')
  await page.getByRole('button', { name: 'Add certificate' }).click()
  await fillCertificate(page, 'front', leaf)
  await page.getByRole('dialog').getByRole('button', { name: 'Add certificate' }).click()
  await expect(page.getByText('A certificate named front already exists')).toBeVisible()
  await page.getByLabel('Name').fill('second')
  await page.getByRole('dialog').getByRole('button', { name: 'Add certificate' }).click()
  await expect(row(page, 'second')).toBeVisible()
  await choose(page, 'second', 'View contents')
  await expect(page.getByRole('dialog', { name: 'Certificate', exact: true })).toContainText('CN=a test leaf')
  await page.keyboard.press('Escape')
  for (const certificate of ['second', 'front']) {
    await choose(page, certificate, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete certificate' }).click()
    await expect(row(page, certificate)).toHaveCount(0)
  }
  await expect(page.getByText('No certificates')).toBeVisible()

  await page.getByRole('button', { name: 'Silo actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete silo' }).click()
  await expect(page).toHaveURL(SILOS)
  await expect(row(page, name)).toHaveCount(0)
})

test('local users: create, sign in, role, password, delete', async ({ page, context, host, unique, watch }) => {
  watch.expectStatus(400, 401, 403)
  const silo = unique('people')
  const body = { description: '', discoverable: true, identity_mode: 'local_only', tls_certificates: [] }
  const quotas = { cpus: 1, memory: 1, storage: 1 }
  await call(context, 'POST', '/v1/system/silos', { name: silo, ...body, quotas })
  await page.goto(`${SILOS}/${silo}?tab=users`)
  await expect(page.getByText('No users or groups')).toBeVisible()
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'Create user' })
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(form.getByText('Password is required')).toBeVisible()
  await form.getByLabel('Username').fill('mary')
  await form.getByRole('textbox', { name: 'Password' }).fill('first')
  await form.getByRole('button', { name: 'View API request' }).click()
  await expect(form.getByLabel('Request as curl')).not.toContainText('first')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(row(page, 'mary')).toContainText('User')
  await choose(page, 'mary', 'Change role')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await page.getByRole('button', { name: 'Update role' }).click()
  await expect(row(page, 'mary')).toContainText('silo.admin')
  await expectAccessible(page)
  await choose(page, 'mary', 'Set password')
  await page.getByRole('textbox', { name: 'Password' }).fill('demo')
  await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password of mary set')).toBeVisible()
  await choose(page, 'mary', 'Remove role')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(row(page, 'mary')).not.toContainText('silo.admin')
  await choose(page, 'mary', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('No users or groups')).toBeVisible()
  // only fleet users have this page
  await signIn(page, host, 'meridian', 'alan', SILOS)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a fleet viewer reads everything and sees why not', async ({ page, context, host, unique }) => {
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, SILOS)
  const why = (role: string) => page.getByText(`You need the fleet ${role} role. Yours is viewer.`)
  await page.getByRole('button', { name: 'New silo' }).hover()
  await expect(why('collaborator')).toBeVisible()
  await openMenu(page, 'meridian')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.goto(`${SILOS}/meridian?tab=users`)
  await page.getByRole('button', { name: 'New user' }).hover()
  await expect(why('admin')).toBeVisible()
  await openMenu(page, 'ada')
  for (const name of ['Change role', 'Set password', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toBeDisabled()
  await page.goto(`${SILOS}/meridian?tab=certificates`)
  await expect(page.getByText('No certificates')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add certificate' })).toBeDisabled()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test(
  'a silo with projects, one that is not there, and a list that fails',
  { tag: '@server' },
  async ({ page, watch }) => {
    watch.expectStatus(400, 404, 500)
    await page.goto(SILOS)
    await choose(page, 'meridian', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete silo' }).click()
    await expect(page.getByText(/silo to be deleted contains a project/i).first()).toBeVisible()
    await page.goto(`${SILOS}/none`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.route('**/v1/system/silos?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
    )
    await page.goto(SILOS)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  },
)
