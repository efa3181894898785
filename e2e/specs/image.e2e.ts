// Images: viewed, promoted to the silo, demoted to a project, deleted.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

async function makeImage(page: Parameters<typeof makeProject>[0], name: string): Promise<void> {
  await page.goto('/projects/billing/snapshots/ledger-year-end/images-new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await page.getByRole('textbox', { name: 'Version' }).fill('12')
  await page.getByRole('button', { name: 'Create image' }).click()
  await page.getByText(`Image ${name} created`).waitFor()
}

test('promoted, demoted into another project, deleted', { tag: '@core' }, async ({ page, unique }) => {
  const name = unique('golden')
  await makeImage(page, name)
  await page.goto('/projects/billing/images')
  await expect(page.getByRole('heading', { name: 'Project Images' })).toBeVisible()
  await row(page, name).getByRole('link', { name }).click()
  const facts = page.getByRole('dialog', { name: 'Project image' })
  await expect(facts.getByRole('definition').filter({ hasText: 'Debian' })).toBeVisible()
  await expect(facts.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/projects/billing/images')

  await choose(page, name, 'Promote')
  await page.getByRole('dialog', { name: 'Promote image' }).getByRole('button', { name: 'Promote image' }).click()
  await expect(page.getByText(`Image ${name} promoted`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await page.getByRole('link', { name: 'View silo images' }).click()
  await expect(page.getByRole('heading', { name: 'Silo Images' })).toBeVisible()
  await row(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('dialog', { name: 'Silo image' })).toContainText('Silo')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await choose(page, name, 'Demote')
  const form = page.getByRole('dialog', { name: 'Demote image' })
  await form.getByRole('button', { name: 'Demote image' }).click()
  await expect(form.getByText('Project is required')).toBeVisible()
  await select(page, 'Project', 'staging')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Demote image' }).click()
  await expect(page.getByText(`Image ${name} demoted`)).toBeVisible()
  await page.getByRole('link', { name: 'View images in staging' }).click()
  await expect(page.getByRole('heading', { name: 'Project Images' })).toBeVisible()
  await choose(page, name, 'Delete')
  await page.getByRole('dialog', { name: 'Delete image' }).getByRole('button', { name: 'Delete image' }).click()
  await expect(page.getByText(`Image ${name} deleted`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})

test('promoted from the silo list, with another window following', async ({ page, openWindow, unique }) => {
  const name = unique('shared')
  await makeImage(page, name)
  const other = await openWindow()
  await other.goto('/images')
  await expect(row(other, 'debian-12')).toBeVisible()
  await page.goto('/images')
  await page.getByRole('button', { name: 'Promote image' }).click()
  const form = page.getByRole('dialog', { name: 'Promote image' })
  await expect(form.getByRole('combobox', { name: 'Image' })).toBeDisabled()
  await select(page, 'Project', 'billing')
  await select(page, 'Image', new RegExp(name))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Promote image' }).click()
  await expect(page.getByText(`Image ${name} promoted`)).toBeVisible()
  await expect(row(other, name)).toBeVisible()
  // forms show one image of Debian 12, and that of the demo is what other tests choose
  await call(page.context(), 'DELETE', `/v1/images/${name}`)
  await expect(row(other, name)).toHaveCount(0)
})

test('users with only read access cannot promote an image', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'recovery', 'edith', '/projects/billing/images')
  await openMenu(page, 'settlement-base')
  const promote = page.getByRole('menuitem', { name: 'Promote' })
  await expect(promote).toBeDisabled()
  await promote.hover()
  await expect(page.getByRole('tooltip')).toContainText(
    /You need the (project|silo) collaborator role\. Yours is viewer\./,
  )
})

test('a silo and a project without images, and a missing image', async ({ page, host, unique, watch }) => {
  watch.expectStatus(403, 404)
  await signIn(page, host, 'meridian', 'ada', '/images')
  await expect(page.getByText('No silo images')).toBeVisible()
  await expectAccessible(page)
  const project = unique('plain')
  await makeProject(page, project)
  await page.setViewportSize(PHONE)
  await page.goto(`/projects/${project}/images`)
  await expect(page.getByText('No images')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.goto('/images/none/edit')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
