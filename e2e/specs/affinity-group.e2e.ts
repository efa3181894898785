// Affinity and anti-affinity groups, their members, and which instances cannot join.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { choose, makeProject, overflow, row, select } from '../helpers/table.ts'

test('groups of both kinds: create, rename, change members, delete @core', async ({ page, openWindow, unique }) => {
  const project = unique('near')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/affinity`)
  await expect(page.getByText('No affinity groups')).toBeVisible()
  await expectAccessible(page)
  await makeInstance(page, { project, name: 'runs', start: true })
  await makeInstance(page, { project, name: 'rests' })

  await page.goto(`/projects/${project}/affinity`)
  const other = await openWindow()
  await other.goto(`/projects/${project}/affinity`)
  await expect(other.getByText('No affinity groups')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('apart')
  await page.getByRole('radio', { name: 'Fail' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create anti-affinity group' }).click()
  await expect(page.getByText('Anti-affinity group apart created')).toBeVisible()
  await expect(page).toHaveTitle(`apart / Affinity / ${project} / Projects / Rackwright`)
  await expect(page.getByText('No members')).toBeVisible()

  await page.getByRole('button', { name: 'Add instance' }).click()
  await page.getByRole('combobox', { name: 'Instance' }).click()
  const running = page.getByRole('option', { name: /runs/ })
  await expect(running).toContainText('running: stop it first')
  await expect(running).toBeDisabled()
  await page.getByRole('option', { name: /rests/ }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add instance' }).click()
  await expect(page.getByText('Instance rests added to apart')).toBeVisible()
  await expect(row(page, 'rests')).toContainText('stopped')
  await expectAccessible(page)
  await expect(row(other, 'apart')).toContainText('rests')
  await expect(row(other, 'apart')).toContainText('fail')
  await expectAccessible(other)

  await page.getByRole('button', { name: 'Group actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('far-apart')
  await page.getByRole('button', { name: 'Update anti-affinity group' }).click()
  await expect(page.getByRole('heading', { name: 'far-apart' })).toBeVisible()

  await choose(page, 'rests', 'Remove from group')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from group' }).click()
  await expect(page.getByText('Instance rests removed from far-apart')).toBeVisible()
  await expect(page.getByText('No members')).toBeVisible()

  await page.goto(`/projects/${project}/affinity`)
  await page.getByRole('link', { name: 'New affinity group' }).click()
  await page.getByLabel('Name').fill('close')
  await page.getByRole('button', { name: 'Create affinity group' }).click()
  await expect(page.getByText('Affinity group close created')).toBeVisible()
  await page.getByRole('button', { name: 'Add instance' }).click()
  await select(page, 'Instance', /rests/)
  await page.getByRole('dialog').getByRole('button', { name: 'Add instance' }).click()
  await expect(row(page, 'rests')).toBeVisible()

  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Group actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete affinity group' }).click()
  await expect(page.getByText('Affinity group close deleted')).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/affinity`)
  await expect(row(page, 'close')).toHaveCount(0)
  await choose(page, 'far-apart', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete anti-affinity group' }).click()
  await expect(page.getByText('No affinity groups')).toBeVisible()
})

test('a taken name, and missing groups', async ({ page, unique, watch }) => {
  watch.expectStatus(400, 404)
  const name = unique('twice')
  const create = async () => {
    await page.goto('/projects/staging/affinity-groups-new')
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create affinity group' }).click()
  }
  await create()
  await expect(page.getByText(`Affinity group ${name} created`)).toBeVisible()
  await create()
  await expect(page.getByText('name already exists', { exact: true })).toBeVisible()
  for (const path of ['affinity/none', 'affinity-groups/none']) {
    await page.goto(`/projects/staging/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
