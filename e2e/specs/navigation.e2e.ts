// Navigation inside the frame: scroll, focus, history, feedback while a page is slow, and overlapping elements.
import type { Page } from '@playwright/test'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeProject, row } from '../helpers/table.ts'

// by its id: behind a form the page is hidden from assistive technology
const top = (page: Page) => page.locator('#content').evaluate((pane) => pane.scrollTop)
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sidebar navigation' })

test.describe('in a short window', () => {
  test.use({ viewport: { width: 1400, height: 300 } })
  test('a side form does not scroll the list', async ({ page }) => {
    await page.goto('/projects/storefront/disks')
    await expect(row(page, 'web-1-boot')).toBeVisible()
    await page.getByRole('main').evaluate((pane) => pane.scrollTo(0, 120))
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Create disk' })).toBeVisible()
    expect(await top(page)).toBe(120)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await top(page)).toBe(120)
  })
})

test('Back asks before discarding a form, and remains a step back', { tag: '@core' }, async ({ page }) => {
  await page.goto('/projects/storefront/disks')
  await page.getByRole('link', { name: 'New disk' }).click()
  const form = page.getByRole('dialog', { name: 'Create disk' })
  await form.getByLabel('Name').fill('unsent')
  await page.goBack()
  await expect(page.getByText('Your changes will be lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('unsent')
  // the router restores the URL asynchronously
  await expect(page).toHaveURL('/projects/storefront/disks-new')
  await page.goBack()
  await expect(page).toHaveURL('/projects/storefront/disks-new')
  await page.getByRole('button', { name: 'Leave form' }).click()
  await expect(page).toHaveURL('/projects/storefront/disks')

  await page.goto('/projects/storefront/instances')
  await page.getByRole('link', { name: 'New instance' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('unsent')
  const entries = await page.evaluate(() => history.length)
  await page.goBack()
  await expect(page).toHaveURL('/projects/storefront/instances-new')
  await page.getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).toHaveURL('/projects/storefront/instances')
  // the URL changes before the page does
  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goForward()
  await expect(page).toHaveURL('/projects/storefront/instances-new')
})

test('a slow page is announced immediately and gets the focus', { tag: '@server' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  let isHeld = true
  await page.route('**/v1/policy', async (route) => {
    await expect.poll(() => isHeld).toBe(false)
    await route.continue()
  })
  const access = sidebar(page).getByRole('link', { name: 'Access' })
  await access.click()
  await expect(access).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/^Access/)
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
  isHeld = false
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('selecting a row does not move rows, and a toast is not a dialog but can be reached by keyboard', async ({
  page,
  unique,
}) => {
  await page.goto('/projects')
  // the strip above the table arrives later
  await expect(page.getByText('Needs attention')).toBeVisible()
  const first = page.getByRole('row').nth(1)
  const before = (await first.boundingBox())!.y
  await first.getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  expect((await first.boundingBox())!.y).toBe(before)

  await page.goto('/projects-new')
  await page.getByLabel('Name').fill(unique('toasted'))
  await page.getByRole('button', { name: 'Create project' }).click()
  const toast = page.getByText(/^Project toasted.* created$/)
  await expect(toast).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // it waits while it has the focus, which goes back to where it came from
  const theme = page.getByRole('button', { name: 'Theme', exact: true })
  await theme.focus()
  await page.keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast).toBeHidden()
  await expect(theme).toBeFocused()

  // the next toast would be above the buttons of a form
  await page.setViewportSize(PHONE)
  await page.getByRole('link', { name: 'New instance' }).first().click()
  await expect(page.locator('[data-form-footer]')).toBeVisible()
  const buttons = (await page.locator('[data-form-footer]').boundingBox())!
  const toasts = (await page.locator('[aria-label=Notifications]').boundingBox())!
  expect(toasts.y + toasts.height).toBeLessThanOrEqual(buttons.y)
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 800, height: 900 } })
  test('the last breadcrumbs are readable, even after long names', async ({ page, unique }) => {
    await page.goto('/projects/storefront/instances/web-1/networking')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
    for (const name of ['web-1', 'Networking'])
      expect((await crumbs.filter({ hasText: name }).boundingBox())!.width).toBeGreaterThan(20)

    const project = unique('long').padEnd(63, 'w')
    await makeProject(page, project)
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
    const last = crumbs.filter({ hasText: 'Firewall rules' })
    await expect(last).toBeVisible()
    expect(await last.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
    expect(
      await crumbs.first().evaluate((link) => link.closest('nav')!.scrollWidth - link.closest('nav')!.clientWidth),
    ).toBe(0)
  })
})
