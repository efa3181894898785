// Pages of every day by keyboard alone: what other files test by pointer. Menus and dialogs are checked while they are open.
import { INSTALLATION_HEADER } from '#contract/role-rules.ts'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { chooseByKeys, chooseFrom, pickByKeys, pressAt, tabTo } from '../helpers/keys.ts'
import { makeLocalSilo } from '../helpers/second-factor.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

test(
  'a silo has its sign-in address, an invitation to copy, and a description to edit',
  { tag: ['@server', '@core'] },
  async ({ page, context, unique, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // as if somebody had named the installation, which others on this server would see
    await page.route('**/v1/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), [INSTALLATION_HEADER]: 'North' } })
    })
    const silo = unique('crew')
    await makeLocalSilo(context, silo)
    await page.goto(`/system/silos/${silo}`)
    const signIn = `${baseURL}/login/${silo}/local`
    await expect(page.getByRole('definition').filter({ hasText: signIn })).toBeVisible()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const copy = page.getByRole('button', { name: 'Copy invitation' }).first()
    await copy.click()
    await expect.poll(copied).toContain(signIn)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await pressAt(page, copy)
    await expect.poll(copied).toContain(`Silo ${silo} on Rackwright North is ready for you.`)

    const menu = page.getByRole('button', { name: 'Silo actions' })
    await pressAt(page, menu)
    await expect(page.getByRole('menuitem', { name: 'Edit description' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await chooseFrom(page, menu, 'Edit description')
    const form = page.getByRole('dialog')
    await tabTo(page, form.getByRole('textbox', { name: 'Description' }))
    await page.keyboard.type('Those who sail')
    await expectAccessible(page)
    await pressAt(page, form.getByRole('button', { name: /^(Save|Update)/ }))
    await expect(page.getByRole('definition').filter({ hasText: 'Those who sail' })).toBeVisible()

    // by pointer too
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit description' }).click()
    await form.getByRole('textbox', { name: 'Description' }).fill('Those who row')
    await form.getByRole('button', { name: /^(Save|Update)/ }).click()
    await expect(page.getByRole('definition').filter({ hasText: 'Those who row' })).toBeVisible()
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
  },
)

test('a service account gets its role and its token', { tag: '@server' }, async ({ page, unique }) => {
  const name = unique('typist')
  await page.goto('/service-accounts')
  await pressAt(page, page.getByRole('link', { name: 'Create service account' }).first())
  const form = page.getByRole('dialog', { name: 'Create service account' })
  await tabTo(page, form.getByLabel('Name'))
  await page.keyboard.type(name)
  await pickByKeys(page, form.getByLabel('Silo role'), 'Viewer')
  await expectAccessible(page)
  await pressAt(page, form.getByRole('button', { name: 'Create service account' }))
  await expect(row(page, name)).toContainText('silo.viewer')
  await chooseByKeys(page, row(page, name), 'Create access token')
  const token = page.getByRole('dialog', { name: `Create access token for ${name}` })
  await tabTo(page, token.getByLabel('Name'))
  await page.keyboard.type('can')
  await pressAt(page, token.getByRole('button', { name: 'Create access token' }))
  await expect(page.getByRole('region', { name: 'Command', exact: true })).toContainText('/v1/me')
})

test('an entry of the activity opens, and its menu filters', async ({ page, unique }) => {
  const project = unique('watched')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/activity`)
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `created project ${project}` })
  await pressAt(page, entry.locator('summary'))
  await expect(entry.getByText('project_create', { exact: true })).toBeVisible()
  await pressAt(page, entry.getByRole('button', { name: 'Row actions' }))
  await expect(page.getByRole('menuitem', { name: 'Only this operation' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chooseByKeys(page, entry, 'Only this operation')
  await expect(page).toHaveURL(/operation=project_create/)
})

test('labels are edited from the list, and a chip filters', async ({ page, context, unique }) => {
  const project = unique('a-chips')
  await makeProject(page, project)
  await page.goto(`/projects?filter=${project}`)
  await chooseByKeys(page, row(page, project), 'Edit labels')
  const form = page.getByRole('dialog', { name: 'Edit labels' })
  await tabTo(page, form.getByRole('textbox', { name: 'Labels' }))
  await page.keyboard.type(`team=${project}`)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await pressAt(page, form.getByRole('button', { name: 'Save labels' }))
  await pressAt(page, row(page, project).getByRole('button', { name: `Filter by label team=${project}` }))
  await expect(page.getByRole('searchbox', { name: 'Filter projects' })).toHaveValue(`label:team=${project}`)
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()

  // a silo's images too, whose labels only some may edit
  const { items } = (await call(context, 'GET', '/v1/images')) as { items: { name: string }[] }
  const { name = '' } = items[0]!
  await page.goto('/images')
  await chooseByKeys(page, row(page, name), 'Edit labels')
  await tabTo(page, form.getByRole('textbox', { name: 'Labels' }))
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
})

test('the silos of the utilization are sorted and filtered in the address', async ({ page }) => {
  await page.goto('/system/utilization')
  const table = page.getByRole('table', { name: 'Silos' })
  const first = table.getByRole('row').nth(1)
  const header = table.getByRole('columnheader', { name: 'CPU available' })
  await pressAt(page, header.getByRole('button'))
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=cpus-left/)
  await page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(first.getByRole('link')).toBeVisible()
  const left = (await table.getByRole('row').allInnerTexts())
    .slice(1)
    .map((text) => Number(text.split('\t')[4]!.replaceAll(/\D/g, '')))
  expect(left.length).toBeGreaterThan(2)
  expect(left).toEqual(left.toSorted((one, other) => one - other))
  await page.getByRole('searchbox', { name: 'Filter silos' }).fill('aurora')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/filter=aurora/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test('issues above the silos name their silo, and it is all to be read', { tag: '@server' }, async ({ page }) => {
  await page.goto('/system/silos')
  const issue = page
    .getByRole('region', { name: 'Overview' })
    .getByRole('link', { name: /\(silo recovery/ })
    .first()
  await expect(issue).toBeVisible()
  expect(await issue.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  await pressAt(page, issue)
  await expect(page).toHaveURL(/\/projects\/staging\/instances/)
})

test('raised alerts are counted by their name, and open', { tag: '@server' }, async ({ page }) => {
  await page.goto('/system/alerts/raised')
  await expect(page.getByRole('navigation', { name: 'Pagination' }).getByText(/^\d+ alerts$/)).toBeVisible()
  const alert = page.getByRole('link', { name: /^Instance .+ in project staging of silo recovery failed$/ }).first()
  const sentence = (await alert.textContent())!
  await pressAt(page, alert)
  await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible()
  await expectAccessible(page)
})
