// The metrics pages of a project and of the fleet open on charts that need no query language.
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { tabTo } from '../helpers/keys.ts'
import { overflow } from '../helpers/table.ts'

const chart = (page: Page, title: string) => page.getByRole('slider', { name: `${title} over time` })
const legend = (page: Page, title: string) =>
  page.getByRole('region', { name: title }).getByRole('list', { name: 'Legend' })

test(
  'a project: charts by instance, a comparison, and the query behind a chart',
  { tag: ['@server', '@core'] },
  async ({ page }) => {
    await visit(page, '/projects/storefront/metrics')
    // names and percent, not UUIDs and nanoseconds
    await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /: [a-z]+[a-z0-9-]* [\d.]+ %/)
    await expect(chart(page, 'Memory provisioned')).toHaveAttribute('aria-valuetext', /Provisioned [\d.,]+ GiB$/)
    await expect(chart(page, 'Disk reads')).toHaveAttribute('aria-valuetext', / [\d.,]+ IOPS/)
    await expect(chart(page, 'Network sent')).toHaveAttribute('aria-valuetext', / [\d.,]+ MiB\/s/)
    await expect(legend(page, 'CPU').getByRole('listitem')).toHaveCount(10)
    const colors = await legend(page, 'CPU')
      .locator('[data-part=swatch]')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('style')))
    expect(new Set(colors).size).toBe(10)
    await expectAccessible(page)

    const compare = page.getByRole('combobox', { name: 'Compare instances' })
    for (const name of ['web-1', 'web-2']) {
      await compare.fill(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    }
    await expect(legend(page, 'CPU')).toHaveText(/^(web-1.*web-2|web-2.*web-1)/)
    await page.getByRole('button', { name: 'Remove web-2' }).click()
    await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /: web-1 [\d.]+ %$/)

    await page.getByRole('button', { name: 'Chart actions: Disk reads' }).click()
    await page.getByRole('menuitem', { name: 'Edit query' }).click()
    const editor = page.getByRole('textbox', { name: 'OxQL query' })
    await expect(editor).toHaveValue(/^get virtual_disk:reads[^]*attached_instance_id == "[^]*group_by/)
    await expect(page.getByRole('slider', { name: 'virtual_disk:reads over time' })).toBeVisible()
    await page.getByRole('link', { name: 'Ready charts' }).click()
    await expect(chart(page, 'CPU')).toBeVisible()
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
  },
)

test('the fleet: instances by silo and project', { tag: '@server' }, async ({ page }) => {
  await visit(page, '/system/metrics')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /: [\w-]+\/[\w-]+\/[\w-]+ [\d.]+ %/)
  await expect(page.getByText(/The ten busiest instances\. \d+ more (is|are) not shown\./).first()).toBeVisible()
  await expectAccessible(page)
})

test('data that takes longer than the refresh interval is shown', { tag: '@server' }, async ({ page }) => {
  await page.clock.install()
  const asked: Route[] = []
  await page.route('**/v1/system/timeseries/query', (route) => void asked.push(route))
  await visit(page, '/system/metrics')
  await expect.poll(() => asked.length).toBe(5)
  // three refreshes later, the first data is still awaited instead of dropped
  for (let tick = 0; tick < 3; tick++) await page.clock.runFor(10_000)
  expect(asked).toHaveLength(5)
  await Promise.all(asked.map((route) => route.continue()))
  await expect(chart(page, 'CPU')).toBeVisible()
})

test('whoever may not read a metric sees why', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(403)
  watch.expectMessage(/timeseries_query/)
  await page.route('**/v1/timeseries/query?*', (route) =>
    route.fulfill({ status: 403, json: { error_code: 'Forbidden', message: 'Forbidden', request_id: 'r-1' } }),
  )
  await visit(page, '/projects/storefront/metrics')
  const alert = page.getByRole('region', { name: 'CPU' }).getByRole('alert')
  await expect(alert).toContainText('You cannot see this metric')
  await expect(alert).toContainText('You need the viewer role on project storefront.')
})

test('one color per instance, a legend that isolates, and one sorted tooltip', async ({ page }) => {
  await visit(page, '/projects/storefront/metrics')
  const lookOf = async (title: string, name: string) =>
    legend(page, title)
      .getByRole('button', { name: new RegExp(`^${name} `) })
      .locator('[data-part=swatch]')
      .getAttribute('style')
  for (const name of ['web-1', 'web-2']) {
    const compare = page.getByRole('combobox', { name: 'Compare instances' })
    await compare.fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
  for (const name of ['web-1', 'web-2']) {
    const look = await lookOf('CPU', name)
    for (const title of ['Disk reads', 'Disk writes', 'Network received', 'Network sent'])
      expect(await lookOf(title, name)).toBe(look)
  }
  expect(await lookOf('CPU', 'web-1')).not.toBe(await lookOf('CPU', 'web-2'))

  // by pointer, then by keyboard
  const one = legend(page, 'CPU').getByRole('button', { name: /^web-1 [\d.]+ %, highest [\d.]+ %$/ })
  const look = await lookOf('CPU', 'web-1')
  await one.click()
  await expect(one).toHaveAttribute('aria-pressed', 'true')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /: web-1 [\d.]+ %$/)
  expect(await lookOf('CPU', 'web-1')).toBe(look)
  await expectAccessible(page)
  await one.click()
  await expect(one).toHaveAttribute('aria-pressed', 'false')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /web-2/)
  await tabTo(page, chart(page, 'CPU'))
  await tabTo(page, one)
  await page.keyboard.press('Enter')
  await expect(one).toHaveAttribute('aria-pressed', 'true')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /: web-1 [\d.]+ %$/)
  await page.keyboard.press('Space')
  await expect(one).toHaveAttribute('aria-pressed', 'false')

  const tip = (title: string) => chart(page, title).locator('.shadow-float')
  await chart(page, 'CPU').hover()
  await expect(tip('CPU')).toBeVisible()
  await expect(tip('Disk reads')).toHaveCount(0)
  const values = (await tip('CPU').innerText()).match(/[\d.]+(?= %)/g)!.map(Number)
  expect(values).toHaveLength(2)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})
