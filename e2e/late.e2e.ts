// Overlays and the lower half of long forms come after the content. Whoever is faster than they are loses nothing: what was
// pressed is done when they have come.
import type { Page } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expect, test } from './harness.ts'

const project = 'storefront'
const REST = /\/assets\/instance-rest-/

/** Keeps a file of the build back; what comes back lets it go, once somebody has asked for it. */
async function holdBack(page: Page, file: string): Promise<() => Promise<void>> {
  let go: (() => void) | undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  const isIt = (url: URL) => url.pathname.startsWith(`/assets/${file}-`)
  const wanted = page.waitForRequest((request) => isIt(new URL(request.url())))
  await page.route(isIt, async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    await wanted
    go?.()
  }
}

test('a form that is sent before its lower half is there waits for it, and then says what is missing @server', async ({
  page,
}) => {
  const release = await holdBack(page, 'instance-rest')
  await page.goto(paths.instancesNew({ project }))
  await page.getByLabel('Name', { exact: true }).fill('early')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Boot disk' })).toBeHidden()
  await release()
  await expect(page.getByText('Image is required')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('early')
})

test('a form whose lower half does not come says so, keeps what was typed, and asks for it again @server', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/net::ERR_FAILED/)
  let fail: (() => void) | undefined
  const isSent = new Promise<void>((resolve) => (fail = resolve))
  await page.route(REST, async (route) => {
    await isSent
    await route.abort()
  })
  await page.goto(paths.instancesNew({ project }))
  const create = page.getByRole('button', { name: 'Create instance' })
  await page.getByLabel('Name', { exact: true }).fill('early')
  await page.keyboard.press('Enter')
  await expect(create).toHaveAttribute('aria-busy', 'true')
  fail?.()
  const alert = page.getByRole('alert').filter({ hasText: 'The rest of the form could not be loaded' })
  await expect(alert).toBeVisible()
  await expect(create).not.toHaveAttribute('aria-busy', 'true')
  await create.click()
  await expect(alert).toBeVisible()
  await page.unroute(REST)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Boot disk' })).toBeVisible()
  await expect(alert).toBeHidden()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('early')
  await create.click()
  await expect(page.getByText('Image is required')).toBeVisible()
})

test('a menu that is pressed before it is there opens when it has come @server', async ({ page }) => {
  const release = await holdBack(page, 'menu-popup')
  await page.goto(paths.instances({ project }))
  await page.getByRole('button', { name: /user menu/ }).click()
  await release()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
})

test('keys that are pressed before a menu is there are for the menu @server', async ({ page }) => {
  const release = await holdBack(page, 'menu-popup')
  await page.goto(paths.instances({ project }))
  await page.getByRole('button', { name: 'Theme', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Theme', exact: true })).toBeFocused()
})

for (const opener of ['ArrowDown', 'Enter', 'Space']) {
  test(`keys that are pressed before a list is there are for the list: ${opener} @server`, async ({ page }) => {
    const role = page.getByRole('combobox', { name: 'Role' })
    const options = page.getByRole('option')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const release = await holdBack(page, 'listbox-part')
    await page.goto(paths.siloAccess())
    await page.getByRole('button', { name: 'Add user or group' }).click()
    await role.focus()
    await press(opener, 'End', 'ArrowUp', 'Enter')
    await release()
    await expect(role).toHaveText('Collaborator')
    await expect(options).toHaveCount(0)
    await expect(role).toBeFocused()
    // it is there now, and still not faster than fingers
    await press(opener, 'End', 'Enter')
    await expect(role).toHaveText('Viewer')
    await expect(options).toHaveCount(0)
    await press(opener, 'Home')
    await expect(options.first()).toBeFocused()
  })
}

test('a list that is opened by a key before it is there has its first item in focus @server', async ({ page }) => {
  const release = await holdBack(page, 'listbox-part')
  await page.goto(paths.siloAccess())
  await page.getByRole('button', { name: 'Add user or group' }).click()
  await page.getByRole('combobox', { name: 'Role' }).focus()
  await page.keyboard.press('ArrowDown')
  await release()
  await expect(page.getByRole('option', { name: 'Admin' })).toBeFocused()
})

test('what is pressed before a search field has its list is for the list @server', async ({ page }) => {
  const disk = page.getByRole('combobox', { name: 'Disk' })
  const options = page.getByRole('option')
  const release = await holdBack(page, 'combobox-part')
  await page.goto(paths.snapshotsNew({ project }))
  await disk.fill('web-2')
  await page.keyboard.press('Enter')
  await expect(disk).toHaveValue(/^web-2/)
  const chosen = await disk.inputValue()
  await disk.fill('')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await release()
  await expect(options.nth(1)).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(disk).not.toHaveValue('')
  await expect(disk).not.toHaveValue(chosen)
})

test('a form whose code is lost says so, and comes with the next press @server', async ({ page, context, watch }) => {
  // other parts were on their way, too
  watch.expectMessage(/ERR_INTERNET_DISCONNECTED|dynamically imported module/)
  const toasts = page.waitForResponse(/\/assets\/toast-stack-/)
  await page.goto(paths.siloAccess())
  const add = page.getByRole('button', { name: 'Add user or group' })
  // what tells of it comes before it is needed
  await (await toasts).finished()
  await context.setOffline(true)
  await add.click()
  await expect(page.getByText('The form could not be loaded')).toBeVisible()
  await context.setOffline(false)
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Add user or group' })).toBeVisible()
})
