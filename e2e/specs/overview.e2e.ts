// Summaries above projects and silos, in an instance's header, and in the list of instances: for a silo's administrator, a
// project's viewer and a fleet viewer, and on a host without them.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { signIn } from '../helpers/people.ts'
import { findRow, makeProject, overflow, row } from '../helpers/table.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })

test('the projects of a silo, with live counts and issues', { tag: '@core' }, async ({ page, context, unique }) => {
  const project = unique('a-counted')
  await makeProject(page, project)
  await page.goto('/projects')
  await expect(row(page, project).getByRole('cell', { name: '0', exact: true })).toBeVisible()
  await expect(strip(page)).toContainText('running')
  await expect(strip(page).getByRole('meter', { name: 'vCPUs' })).toHaveAttribute('aria-valuetext', /^\d+ of \d+$/)
  await expect(strip(page).getByRole('img', { name: /^Storage over the last 7 days/ })).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Filter projects' })
  await expect(await findRow(page, 'projects', 'staging')).toContainText(/\d failed/)
  await filter.clear()
  const failure = strip(page).getByRole('link', { name: /failed instances in project staging|^Instance .+ failed$/ })
  await expect(failure.first()).toBeVisible()
  await expectAccessible(page)

  const body = { name: 'late', description: '', hostname: 'late', ncpus: 1, memory: 2 ** 30, start: false }
  await call(context, 'POST', `/v1/instances?project=${project}`, body)
  await expect(row(page, project).getByRole('cell', { name: '1', exact: true })).toBeVisible()
  // rows on other pages have counts too
  await filter.fill(project)
  await expect(row(page, project).getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await failure.first().click()
  await expect(page).toHaveURL(/\/projects\/[^/]+\/instances/)
})

test('the silos of the fleet, for a fleet viewer', async ({ page, context, host, unique }) => {
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, '/system/silos')
  await expect(strip(page)).toContainText('running')
  await expect(await findRow(page, 'silos', 'recovery')).toContainText(/\d+ failed/)
  // the viewer has no role on the silo, so the projects of failed instances are not named
  await expect(strip(page).getByText(/failed instances? in silo recovery/)).toBeVisible()
  await expect(strip(page)).not.toContainText('staging')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  // the whole rack fits, and its parts are large enough for a finger
  const parts = page.getByRole('group', { name: /^Rack / }).getByRole('link')
  await expect(parts.first()).toBeVisible()
  const boxes = await parts.evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
  )
  for (const box of boxes) {
    expect(box.right).toBeLessThanOrEqual(PHONE.width)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  }
})

test('overview and activity for a silo admin who is no operator', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'ada', '/projects')
  await expect(strip(page)).toContainText('running')
  await expect(strip(page).getByRole('meter', { name: 'vCPUs' })).toHaveAttribute('aria-valuetext', /^\d+ of 64$/)
  await expect(strip(page)).not.toContainText('recovery')
  await expectAccessible(page)
  await row(page, 'tiles').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/created instance/)
      .first(),
  ).toBeVisible()
  await page.goto('/system/silos/meridian?tab=activity')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('instances by state, with address and image, which the header also shows', async ({ page, context, unique }) => {
  const project = unique('chips')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'db' })
  const { items } = (await call(context, 'GET', `/v1/instances/db/external-ips?project=${project}`)) as {
    items: { ip: string }[]
  }
  const { ip } = items[0]!
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy SSH command' })).toBeEnabled()
  await page.getByRole('menuitem', { name: 'All ways to connect' }).click()
  await expect(page).toHaveURL(/\/connect$/)
  await expect(page.getByText(`ssh user@${ip}`)).toBeVisible()

  await page.goto(`/projects/${project}/instances`)
  await expect(row(page, 'db')).toContainText(ip)
  await expect(row(page, 'db')).toContainText('debian-12')
  const chips = page.getByRole('group', { name: 'Filter by state' })
  await expect(chips.getByRole('button')).toHaveCount(1)
  await page.goto('/projects/storefront/instances')
  await expect(row(page, 'search')).toBeVisible()
  await chips.getByRole('button', { name: /^stopped/ }).click()
  await expect(row(page, 'search')).toBeVisible()
  await expect(row(page, 'web-1')).toHaveCount(0)
  await expectAccessible(page)
  // the chip is in the address: it survives a reload, and going back from a row
  await page.reload()
  await row(page, 'search').getByRole('link', { name: 'search' }).click()
  await expect(page).toHaveURL(/\/search\/overview$/)
  await page.goBack()
  await expect(row(page, 'search')).toBeVisible()
  await expect(row(page, 'web-1')).toHaveCount(0)
  await chips.getByRole('button', { name: /^stopped/, pressed: true }).click()
  await expect(row(page, 'web-1')).toBeVisible()
  await expect(page).toHaveURL(/\/storefront\/instances$/)
  await page.goto('/projects/storefront/instances?state=mistyped')
  await expect(row(page, 'web-1')).toBeVisible()
  await expect(chips.getByRole('button', { pressed: true })).toHaveCount(0)
})

test('CPU usage of the last hour in the header', { tag: '@server' }, async ({ page }) => {
  await page.route('**/v1/timeseries/query?*', async (route) => {
    const { query } = route.request().postDataJSON() as { query: string }
    const start = /timestamp >= @([\d:.T-]+)/.exec(query)![1]!
    const at = (minute: number) => new Date(Date.parse(`${start}Z`) + minute * 60_000).toISOString()
    const timestamps = Array.from({ length: 60 }, (_, minute) => at(minute))
    // half of one of two vCPUs
    const values = timestamps.map(() => 2.5e9)
    const series = (vcpu: number, of: number[]) => ({
      fields: { vcpu_id: { type: 'u32', value: vcpu } },
      points: { timestamps, values: [{ metric_type: 'gauge', values: { type: 'double', values: of } }] },
    })
    const timeseries = {
      a: series(0, values),
      b: series(
        1,
        values.map(() => 0),
      ),
    }
    await route.fulfill({ json: { tables: [{ name: 'virtual_machine:vcpu_usage', timeseries }] } })
  })
  await page.goto('/projects/storefront/instances/web-1/storage')
  await expect(page.getByRole('img', { name: 'CPU use in the last hour, 25% now' })).toBeVisible()
})

test('on a host without our additions the pages have no summaries', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.route('**/rackwright/**', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not Found', request_id: 'x' } }),
  )
  await page.goto('/projects')
  const storefront = await findRow(page, 'projects', 'storefront')
  await expect(storefront).toContainText('The shop that customers see')
  await expect(page.getByRole('columnheader', { name: 'Instances' })).toHaveCount(0)
  await expect(strip(page)).toHaveCount(0)
  await storefront.getByRole('link').click()
  await expect(row(page, 'web-1')).toContainText('running')
  await expect(page.getByRole('columnheader', { name: 'Image' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('No activity log')).toBeVisible()
  await page.goto('/projects/storefront/instances/web-1/activity')
  await expect(page.getByText('No activity log')).toBeVisible()

  await page.goto('/system/silos')
  await expect(await findRow(page, 'silos', 'meridian')).toContainText('Meridian Maps')
  await expect(page.getByRole('columnheader', { name: 'Instances' })).toHaveCount(0)
  await expect(strip(page)).toHaveCount(0)
  await expect(page.getByText(/^\d+ sleds$/)).toBeVisible()
  await page.getByRole('link', { name: 'Inventory' }).click()
  await expect(page.getByRole('table', { name: 'Sleds' }).getByRole('link').first()).toBeVisible()
  await page.getByRole('link', { name: 'Utilization' }).click()
  await expect(page.getByRole('meter', { name: 'CPU of the hardware' })).toBeVisible()
})
