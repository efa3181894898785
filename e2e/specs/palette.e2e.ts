// The command palette: ranked results, recent items, and a valid empty list.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject } from '../helpers/table.ts'

test('exact matches come first, opened results become recent items', async ({ page, unique }) => {
  const name = unique('rank')
  // the API lists them in this order, the exact match last of the short ones
  for (const project of [`a-${name}`, `b-${name}`, name, `${name}-z`]) await makeProject(page, project)
  await page.goto('/utilization')
  await expect(page.getByRole('heading', { level: 1, name: 'Utilization' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type(name)
  const options = palette.getByRole('option')
  await expect(options).toHaveCount(4)
  await expect(options.first()).toHaveAccessibleName(new RegExp(`^${name} .*Projects$`))
  await expect(options.nth(1)).toContainText(`${name}-z`)
  await expect(options.first().locator('svg')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${name}/instances`)

  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(name)
  await page.keyboard.type('no such thing at all')
  await expect(palette.getByText("No results for 'no such thing at all'")).toBeVisible()
  await expectAccessible(page)
})

test('instances show their state; sleds and system pages are found from anywhere', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('web-1')
  await expect(page.getByRole('option', { name: /^web-1 storefront running Instances$/ })).toBeVisible()
  await page.getByLabel('Search or run a command').fill('SIM0010')
  await expect(page.getByRole('option', { name: /^SIM0010 active Sleds$/ })).toBeVisible()
  await page.getByLabel('Search or run a command').fill('address lots')
  await expect(page.getByRole('option', { name: /^Address lots Fabric System$/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/system/networking/fabric/address-lots')
})

test('Go up leads to the parent page', async ({ page }) => {
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  const goUp = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByLabel('Search or run a command')).toBeFocused()
    await page.keyboard.type('go up')
    await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Go up/)
    await page.keyboard.press('Enter')
  }
  await page.goto('/projects/storefront/vpcs/default/firewall-rules')
  for (const [heading, url] of [
    ['VPCs', '/projects/storefront/vpcs'],
    ['Instances', '/projects/storefront/instances'],
    ['Projects', '/projects'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goUp()
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  // nothing is above, and it is no recent item either
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option').first()).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Go up' })).toHaveCount(0)
})
