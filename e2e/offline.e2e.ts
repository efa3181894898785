// The preview without a network: after one visit everything it needs is in the browser, a second window included.
import { expect, test } from './harness.ts'

test(
  'a project made in one window shows in another, with the network off',
  { tag: '@preview' },
  async ({ browser, baseURL, unique }) => {
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto('/projects')
    await expect(page.getByRole('row', { name: 'storefront' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)

    const other = await context.newPage()
    await other.goto('/projects')
    await expect(other.getByRole('row', { name: 'storefront' })).toBeVisible()
    const [name, renamed] = [unique('offline'), unique('renamed')]
    await page.getByRole('link', { name: 'New Project' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(other.getByRole('row', { name })).toBeVisible({ timeout: 5000 })

    await other.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).click()
    await other.getByRole('menuitem', { name: 'Edit' }).click()
    await other.getByLabel('Name').fill(renamed)
    await other.getByRole('button', { name: 'Update project' }).click()
    await expect(other.getByRole('row', { name: renamed })).toBeVisible()
    await context.close()
  },
)
