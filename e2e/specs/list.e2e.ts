// Lists that are empty, that cannot be loaded, and on narrow screens.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { openEmptySilo } from '../helpers/people.ts'
import { row } from '../helpers/table.ts'

test('without projects: what they are for, and how to create the first', async ({ page, host, unique, watch }) => {
  // the console checks for a fleet role by requesting the fleet policy
  watch.expectStatus(403)
  await openEmptySilo(page, host, unique('new'))
  await expect(page.getByText('No projects', { exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'New Project' }).last().click()
  await page.getByLabel('Name').fill('first')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Project first created')).toBeVisible()
  await expect(page.getByText('No instances', { exact: true })).toBeVisible()
})

test(
  'offline: loaded data stays, other pages show an error in the frame and load when the connection returns',
  {
    tag: ['@server', '@core'],
  },
  async ({ page, context, watch }) => {
    watch.expectMessage(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
    // its code comes when the page is idle
    const ready = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/error-page'))
    await page.goto('/projects/storefront/instances')
    await expect(row(page, 'web-1')).toBeVisible()
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await expect(row(page, 'billing')).toBeVisible()
    await ready

    await context.setOffline(true)
    const off = page.getByRole('status').filter({ hasText: 'Live updates off' })
    await expect(off).toBeVisible()
    await row(page, 'billing').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('You are offline.')).toBeVisible()
    // the frame stays
    await expect(page.getByRole('navigation', { name: 'Sidebar navigation' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to console' })).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()

    // it recovers without a click
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
    await expect(page).toHaveURL('/projects/billing/instances')
    await expect(off).toHaveCount(0)

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await expect(row(page, 'ledger')).toBeVisible()
    // its code has not been loaded yet
    await page.getByRole('link', { name: 'Affinity' }).click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Affinity' })).toBeVisible()
  },
)

test(
  'a connection that is lost before the error page has loaded leaves no empty page',
  { tag: '@server' },
  async ({ page, context, watch }) => {
    watch.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch dynamically imported|preload assets/)
    await context.route('**/assets/error-page*', (route) => route.abort())
    await page.goto('/projects')
    await expect(row(page, 'billing')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Utilization' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText('The page could not be loaded. Check the connection.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sidebar navigation' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Utilization' })).toBeVisible()
  },
)

test('on a phone, name and state are visible without scrolling', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const [place, columns] of [
    ['instances', ['Name', 'State', 'CPU', 'Memory', 'IP address', 'Image', 'Created']],
    ['disks', ['Name', 'State', 'Attached to', 'Size', 'Created']],
    ['snapshots', ['Name', 'State', 'Description', 'Disk', 'Size', 'Created']],
  ] as const) {
    // other tests leave longer names in other projects
    await visit(page, `/projects/analytics/${place}`)
    const headers = page.getByRole('columnheader')
    await expect(headers.filter({ hasText: /^\w/ })).toHaveText([...columns, 'Actions'])
    const state = await headers.filter({ hasText: 'State' }).boundingBox()
    const actions = await headers.filter({ hasText: 'Actions' }).boundingBox()
    expect(state!.x + state!.width).toBeLessThanOrEqual(actions!.x)
  }
})
