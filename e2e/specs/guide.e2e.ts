// Guides: linked next to a page's title, opened in their own window, readable by everyone.
import { guides, nextGuide } from '#console/help/guides.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'

test('from a page to its guide, by keyboard alone', { tag: '@core' }, async ({ page, context }) => {
  await page.goto('/projects')
  const button = page.getByRole('button', { name: 'Links to docs' })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Links to docs' })
  await expect(panel.getByRole('heading', { name: 'Learn about projects' })).toBeVisible()
  await expect(panel.getByRole('link')).toHaveText(['Key concepts', 'Projects', 'Labels'])
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  const first = panel.getByRole('link', { name: 'Key concepts' })
  await expect(first).toBeFocused()
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const guide = await opening
  await expect(guide.getByRole('heading', { level: 1, name: 'Key concepts' })).toBeVisible()
  await expect(guide).toHaveTitle('Key concepts / Guides / Rackwright')
  // a link in the text does not reload the console
  await guide.evaluate(() => Object.assign(window, { same: true }))
  await guide.getByRole('article').getByRole('link', { name: 'access control' }).press('Enter')
  await expect(guide.getByRole('heading', { level: 1, name: 'Access control' })).toBeVisible()
  expect(await guide.evaluate(() => 'same' in window)).toBe(true)
  await expectAccessible(guide)
})

test('all guides, and a missing one', async ({ page }) => {
  await page.goto('/docs/guides')
  const list = page.getByRole('main').getByRole('listitem')
  await expect(list).toHaveCount(Object.keys(guides).length)
  await list.getByRole('link', { name: 'SSH keys' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'SSH keys' }),
  ).toHaveAttribute('aria-current', 'page')
  await page.goto('/docs/guides/no-such-guide')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('guides are grouped, searched, and lead to the next one', async ({ page }) => {
  await page.goto('/docs/guides')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Run the system' })).toBeVisible()
  await main.getByRole('searchbox', { name: 'Search guides' }).fill('cloud-init')
  // found in the text, with the words around it
  const found = main.getByRole('listitem').filter({ hasText: 'cloud-init' })
  await expect(found.first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Run the system' })).toHaveCount(0)
  await expectAccessible(page)
  await main.getByRole('searchbox').fill('no such word anywhere')
  await expect(main.getByText("No guide mentions 'no such word anywhere'.")).toBeVisible()
  await main.getByRole('searchbox').fill('inventory')
  await main.getByRole('link', { name: /^Inventory/ }).click()
  const picture = page.getByRole('img', { name: /^The rack/ })
  await expect(picture).toHaveCount(1)
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000)
  await expectAccessible(page)
  // whatever the index lists next, so that a new guide between the two changes nothing here
  const next = guides[nextGuide('inventory')!]
  await main.getByRole('link', { name: next }).click()
  await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
})

test('the checklist for a silo keeps what is ticked off', async ({ page }) => {
  await page.goto('/docs/guides/silo-for-a-team')
  const boxes = page.getByRole('article').getByRole('checkbox')
  await page.getByRole('checkbox', { name: /^Give it quotas/ }).check()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^Give it quotas/ })).toBeChecked()
  await expect(boxes.first()).not.toBeChecked()
})

test.describe('without a login', { tag: '@server' }, () => {
  test.use({ stranger: true })
  test('a guide can be read', async ({ page }) => {
    await page.goto('/docs/guides/quick-start')
    await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible()
  })
})

test('offline, in a preview that was visited before', { tag: '@preview' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/docs/guides/images')
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
  await context.close()
})
