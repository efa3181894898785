// The silo's utilization: quota and usage over time.
import type { Page, Route } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { select, selected } from '../helpers/table.ts'

const chart = (page: Page, name: string) => page.getByRole('slider', { name: `${name} over time` })
const preset = (page: Page) => page.getByRole('combobox', { name: 'Choose a time range preset' })
const interval = (page: Page) => page.getByRole('combobox', { name: 'Refresh interval' })
const span = (page: Page) => page.getByRole('button', { name: 'Choose a date range' })

test('quota and charts', { tag: '@core' }, async ({ page }) => {
  await page.goto('/utilization')
  await expect(page).toHaveTitle('Utilization / Rackwright')
  for (const name of ['CPU', 'Memory', 'Storage']) {
    await expect(page.getByRole('meter', { name: `${name} provisioned` })).toBeVisible()
    await expect(chart(page, name)).toHaveAttribute('aria-valuetext', /Provisioned [\d.,]+ (vCPUs|GiB|TiB)$/)
  }
  await expect(selected(page, 'Choose a time range preset')).toHaveText('Last hour')
  await expect(selected(page, 'Refresh interval')).toHaveText('10s')
  await expectAccessible(page)
})

test('the chart shows its values by pointer and keyboard', async ({ page }) => {
  await page.goto('/utilization')
  await chart(page, 'Memory').hover()
  await expect(page.getByText(/^[\d.,]+ GiB$/).last()).toBeVisible()
  const cpu = chart(page, 'CPU')
  await cpu.focus()
  const now = await cpu.getAttribute('aria-valuetext')
  await page.keyboard.press('Home')
  await expect(cpu).toHaveAttribute('aria-valuenow', '0')
  await expect(cpu).not.toHaveAttribute('aria-valuetext', now!)
  await page.keyboard.press('ArrowRight')
  await expect(cpu).toHaveAttribute('aria-valuenow', '1')
})

test('the marked point keeps its time when the chart moves', async ({ page, unique }) => {
  await page.goto('/utilization')
  const storage = chart(page, 'Storage')
  await storage.focus()
  await page.keyboard.press('End')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  const marked = await storage.getAttribute('aria-valuetext')
  const points = Number(await storage.getAttribute('aria-valuemax'))
  const size = 2 ** 30
  const disk = { name: unique('mark'), description: '', size, disk_source: { type: 'blank', block_size: 4096 } }
  await call(page.context(), 'POST', '/v1/disks?project=staging', disk)
  await expect.poll(async () => Number(await storage.getAttribute('aria-valuemax'))).toBeGreaterThan(points)
  await expect(storage).toHaveAttribute('aria-valuetext', marked!)
})

test('another range, and a custom one, which does not move', async ({ page }) => {
  await page.goto('/utilization')
  await expect(preset(page).locator('option')).toHaveText([
    'Last hour',
    'Last 3 hours',
    'Last day',
    'Last week',
    'Last 30 days',
    'Custom',
  ])
  await expectAccessible(page)
  await select(page, 'Choose a time range preset', 'Last week')
  const week = await span(page).getAttribute('aria-label')
  await expect(chart(page, 'CPU')).toBeVisible()

  await span(page).click()
  const start = page.getByRole('textbox', { name: 'Start time' })
  await start.fill('25:00')
  await expect(page.getByRole('alert').filter({ hasText: 'h:mm AM' })).toBeVisible()
  await expectAccessible(page)
  await start.fill('00:01')
  await page.keyboard.press('Escape')
  await expect(selected(page, 'Choose a time range preset')).toHaveText('Custom')
  await expect(span(page)).not.toHaveAttribute('aria-label', week!)
  await expect(selected(page, 'Refresh interval')).toHaveText('Off')
  await expect(interval(page)).toBeDisabled()
})

test('one project', async ({ page, unique }) => {
  const name = unique('empty')
  await page.goto('/projects-new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(`Project ${name} created`)).toBeVisible()
  // through links, because in the preview a page load may start a new world
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await page.getByRole('link', { name: 'Utilization' }).first().click()
  await expect(chart(page, 'Storage')).toHaveAttribute('aria-valuetext', /Provisioned (?!0 )[\d.]+ TiB$/)
  await select(page, 'Project', name)
  await expect(chart(page, 'Storage')).toHaveAttribute('aria-valuetext', /Provisioned 0 GiB$/)
  await page.getByRole('button', { name: 'Refresh data' }).click()
  await expect(chart(page, 'Storage')).toHaveAttribute('aria-valuetext', /Provisioned 0 GiB$/)
})

test('while loading, and when loading fails', { tag: '@server' }, async ({ page, context, watch }) => {
  // parts that load when idle fail too
  watch.expectMessage(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
  const held: Route[] = []
  let isHeld = true
  await page.route('**/v1/metrics/**', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Utilization' }).first().click()
  await expect(page.getByRole('img', { name: 'Chart loading' }).first()).toBeVisible()
  isHeld = false
  for (const route of held) await route.continue()
  await expect(chart(page, 'CPU')).toBeVisible()
  await context.setOffline(true)
  await select(page, 'Choose a time range preset', 'Last day')
  await expect(page.getByText('Something went wrong')).toHaveCount(3)
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Refresh data' }).click()
  await expect(chart(page, 'CPU')).toBeVisible()
})

test('users without a role on the silo are refused', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'alan', '/utilization')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('You are not in any groups and have no role on the silo.')).toBeVisible()
})
