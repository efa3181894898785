// Popups and forms whose code is loaded on demand: a click before the code has arrived opens them once it has, and code that
// cannot be loaded is reported and loaded again with the next click.
import type { Page, Request } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expect, test } from '../helpers/harness.ts'

const project = 'storefront'

/** Delays a file of the build until the returned function is called, which waits for the page to ask for the file. */
async function holdBack(page: Page, file: string): Promise<() => Promise<void>> {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const isIt = (url: URL) => url.pathname.startsWith(`/assets/${file}.lazy-`)
  const requested = page.waitForRequest((request: Request) => isIt(new URL(request.url())))
  await page.route(isIt, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    await requested
    release?.()
  }
}

test('a menu opened before its code has arrived opens once it has @server', async ({ page }) => {
  const release = await holdBack(page, 'menu-popup')
  await page.goto(paths.instances({ project }))
  const button = page.getByRole('button', { name: /user menu/ })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).toBeFocused()
  await release()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('a menu opened by keyboard before its code has arrived gets the focus once it has @server', async ({ page }) => {
  const release = await holdBack(page, 'menu-popup')
  await page.goto(paths.instances({ project }))
  await page.getByRole('button', { name: 'Theme', exact: true }).focus()
  await page.keyboard.press('Enter')
  await release()
  await expect(page.getByRole('menuitemradio', { name: 'System theme' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Theme', exact: true })).toBeFocused()
})

test('a second click before the code has arrived cancels the first @server', async ({ page }) => {
  const release = await holdBack(page, 'menu-popup')
  await page.goto(paths.instances({ project }))
  const button = page.getByRole('button', { name: /user menu/ })
  await button.click()
  await button.click()
  await release()
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await expect(page.getByRole('menuitemradio', { name: 'System theme' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeHidden()
})

test('a form opened before its code has arrived opens once it has @server', { tag: '@core' }, async ({ page }) => {
  const release = await holdBack(page, 'policy-form')
  await page.goto(paths.siloAccess())
  await page.getByRole('button', { name: 'Add user or group' }).click()
  await release()
  await expect(page.getByRole('combobox', { name: 'User or group' })).toBeFocused()
})

test('a form whose code cannot be loaded is reported, and opens with the next click @server', async ({
  page,
  context,
  watch,
}) => {
  watch.expectMessage(/ERR_INTERNET_DISCONNECTED|dynamically imported module|could not be loaded/)
  const toasts = page.waitForResponse(/\/assets\/toast-stack/)
  await page.goto(paths.siloAccess())
  const add = page.getByRole('button', { name: 'Add user or group' })
  // loaded when the page is idle, before it is needed
  await (await toasts).finished()
  await context.setOffline(true)
  await add.click()
  await expect(page.getByText('Part of the console could not be loaded')).toBeVisible()
  await context.setOffline(false)
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Add user or group' })).toBeVisible()
})

test('a popup whose code cannot be loaded loses nothing that was typed @server', async ({ page, watch }) => {
  watch.expectMessage(/net::ERR_FAILED|dynamically imported module|could not be loaded/)
  await page.goto(paths.instancesNew({ project }))
  await page.getByLabel('Name', { exact: true }).fill('early')
  const isForm = /\/assets\/disk-form/
  await page.route(isForm, (route) => route.abort())
  await page.getByRole('button', { name: 'Create new disk' }).click()
  await expect(page.getByText('Part of the console could not be loaded')).toBeVisible()
  await page.unroute(isForm)
  await page.getByRole('button', { name: 'Create new disk' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('early')
})
