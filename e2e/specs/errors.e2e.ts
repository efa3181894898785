// Failed requests: errors show in the content pane, pages recover automatically, and unsent input survives a forced sign-in.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test } from '../helpers/harness.ts'
import { forgetSession } from '../helpers/navigate.ts'
import { row, select } from '../helpers/table.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Sidebar navigation' })
const refusal = (status: number, error_code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error_code, message, request_id: 'f00d' }),
})

test(
  'a failed page leaves the frame alone and loads when the server is back',
  { tag: ['@server', '@core'] },
  async ({ page, watch }) => {
    watch.expectStatus(503, 403)
    const disks = /\/v1\/disks\?/
    await page.route(disks, (route) => route.fulfill(refusal(503, 'ServiceUnavailable', 'starting up')))
    await page.goto('/projects/storefront/disks')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page).toHaveTitle('Something went wrong / Rackwright')
    await expect(page.getByText('Please try again. If the problem persists, contact your administrator.')).toBeVisible()
    await expect(page.getByText('Could not load disk data: Starting up')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(sidebar(page).getByRole('link', { name: 'Disks' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await page.unroute(disks)
    await expect(row(page, 'web-1-boot')).toBeVisible()
    await expect(page).toHaveTitle(/^Disks/)

    await page.route(disks, (route) => route.fulfill(refusal(403, 'Forbidden', 'Forbidden')))
    await page.reload()
    await expect(page.getByText('Could not load disk data: Action not authorized')).toBeVisible()
    await expect(
      page.getByText('An admin of project storefront or of silo recovery can give you access.'),
    ).toBeVisible()
    // another page works
    await sidebar(page).getByRole('link', { name: 'Affinity' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Affinity' })).toBeVisible()
  },
)

test(
  'errors of missing pages, projects and consoles show in the frame',
  { tag: '@server' },
  async ({ page, watch }) => {
    watch.expectStatus(401, 404, 500)
    await page.goto('/projects/nowhere/disks')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'Projects', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()

    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByText('404 Not Found')).toBeVisible()
    await expect(page).toHaveTitle('Page not found / Rackwright')
    await expect(page.getByRole('link', { name: 'Back to console' })).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'Images' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
    await page.goto('/system/no-such-page')
    await expect(sidebar(page).getByRole('link', { name: 'Inventory' })).toBeVisible()

    await page.goto('/projects/storefront/instances/nowhere/serial-console')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    const instance = /\/v1\/instances\/web-1\?/
    await page.route(instance, (route) => route.fulfill(refusal(500, 'Internal', 'broken')))
    await page.goto('/projects/storefront/instances/web-1/serial-console')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText('Could not load instance data: Broken')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(instance)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible()
    await expect(sidebar(page)).toHaveCount(0)

    // the user could not be loaded: the frame omits user details
    for (const [path, way] of [
      ['/system/inventory/sleds', 'Inventory'],
      ['/projects/storefront/disks', 'Disks'],
    ] as const) {
      const status = way === 'Disks' ? 404 : 500
      await page.route(/\/v1\/me$/, (route) => route.fulfill(refusal(status, 'Internal', 'broken')))
      await page.goto(path)
      await expect(page.getByText('Could not load your user data: Broken')).toBeVisible()
      await expect(sidebar(page).getByRole('link', { name: way })).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
      await page.unroute(/\/v1\/me$/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'user menu' })).toBeVisible()
    }

    await page.route(/\/v1\/me$/, (route) => route.fulfill(refusal(500, 'Internal', 'broken')))
    await page.goto('/system/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.unroute(/\/v1\/me$/)
    await sidebar(page).getByRole('link', { name: 'Inventory' }).click()
    await expect(page.getByRole('table').first()).toBeVisible()

    // signed-out visitors from a public page see it without a frame
    await forgetSession(page)
    await page.goto('/login/recovery/local')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.evaluate(() => {
      history.pushState(null, '', '/no/such/page')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(sidebar(page)).toHaveCount(0)
  },
)

test('unsent input survives an expired session', { tag: '@server' }, async ({ page, context, unique, watch }) => {
  watch.expectStatus(401)
  const name = unique('kept')
  await page.goto('/projects-new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('Typed before the session expired')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/login.*redirect_uri=%2Fprojects-new/)
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  await page.goto('/projects-new')
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the session expired')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(`Project ${name} created`)).toBeVisible()

  // a file cannot be restored, and its absence must not break the form
  const form = `/projects/${name}/instances-new`
  await page.goto(form)
  await page.getByLabel('Name', { exact: true }).fill('web')
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Configuration' }).click()
  const cloud = { name: 'cloud.yaml', mimeType: 'text/plain', buffer: Buffer.from('#cloud-config') }
  await page.getByLabel('User data').setInputFiles(cloud)
  await expect(page.getByText('cloud.yaml')).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL(/\/login/)
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  await page.goto(form)
  await expect(page.getByText('Choose files and enter secrets again.')).toBeVisible()
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Instance web created')).toBeVisible()
})
