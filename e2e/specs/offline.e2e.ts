// The preview offline: after one visit everything it needs is in the browser, even for a second window.
import { expect, test } from '../helpers/harness.ts'

test(
  'a project created in one window shows in another while offline',
  { tag: ['@preview', '@core'] },
  async ({ browser, baseURL, unique }) => {
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto('/projects')
    await expect(page.getByRole('row', { name: 'analytics' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)

    const other = await context.newPage()
    await other.goto('/projects')
    await expect(other.getByRole('row', { name: 'analytics' })).toBeVisible()
    const [name, renamed] = [unique('a-offline'), unique('a-renamed')]
    await page.getByRole('link', { name: 'New Project' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(other.getByRole('row', { name })).toBeVisible()

    await other.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).click()
    await other.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await other.getByLabel('Name').fill(renamed)
    await other.getByRole('button', { name: 'Update project' }).click()
    await expect(other.getByRole('row', { name: renamed })).toBeVisible()
    await context.close()
  },
)

test(
  'a start whose code cannot be loaded says so and can be retried',
  { tag: '@preview' },
  async ({ browser, baseURL }) => {
    // the service worker's cache would hide the lost requests
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    const isConnect = /\/assets\/connect-(?!tab)/
    let lost = 0
    await page.route(isConnect, (route) => {
      lost += 1
      return route.abort()
    })
    await page.goto('/projects')
    // it reloads automatically once, not forever
    await expect.poll(() => lost).toBe(2)
    await expect(page.getByRole('alert')).toContainText('The preview could not be loaded')
    await page.unroute(isConnect)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('row', { name: 'analytics' })).toBeVisible()
    expect(uncaught).toEqual([])
    await context.close()
  },
)
