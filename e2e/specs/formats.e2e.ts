// One format for times: tables, axes and pickers follow the locale's clock. And one for how full things are.
import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { findRow, select } from '../helpers/table.ts'

/** What the axes of a page's charts say: they are drawn on a canvas. */
async function recordDrawing(page: Page) {
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(window, { drawn })
    // oxlint-disable-next-line typescript/unbound-method -- called with the context it is replaced on
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.push(text)
      return fillText.call(this, text, ...rest)
    }
  })
  return () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
}

const CLOCKS = [
  { locale: 'en-US', time: /\b\d{1,2}:\d\d(:\d\d)?\s[AP]M\b/, other: '13:05', written: '1:05 PM', pattern: 'h:mm AM' },
  { locale: 'de-DE', time: /\b\d\d:\d\d(:\d\d)?(?!\s[AP]M)/, other: '1:05 PM', written: '13:05', pattern: 'HH:mm' },
]

for (const { locale, time, other, written, pattern } of CLOCKS) {
  test.describe(locale, () => {
    test.use({ locale, timezoneId: 'Europe/Berlin' })

    // the windows of the preview share one locale
    test('tables, charts and pickers agree on the clock', { tag: '@server' }, async ({ page }) => {
      await visit(page, '/projects')
      const made = (await findRow(page, 'projects', 'storefront')).locator('time').first()
      await expect(made).toHaveText(time)
      await made.hover()
      await expect(page.getByRole('tooltip')).toHaveText(time)

      const drawn = await recordDrawing(page)
      await visit(page, '/utilization')
      const chart = page.getByRole('slider', { name: 'CPU over time' })
      await expect(chart).toHaveAttribute('aria-valuetext', time)
      const ticks = (await drawn()).filter((text) => text.includes(':'))
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.filter((text) => !time.test(text))).toEqual([])

      await select(page, 'Choose a time range preset', 'Last 30 days')
      const range = page.getByRole('button', { name: 'Choose a date range' })
      await expect(range).toHaveAccessibleName(time)
      await range.click()
      const start = page.getByRole('textbox', { name: 'Start time' })
      await expect(start).toHaveValue(time)
      await expect(start).toHaveAttribute('placeholder', pattern)
      // the other clock is understood, and shown as the locale writes it
      await start.fill(other)
      await page.keyboard.press('Escape')
      await range.click()
      await expect(start).toHaveValue(written)

      await visit(page, `/system/metrics?view=table&query=${encodeURIComponent('get virtual_machine:reset | last 1')}`)
      await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(time)
    })
  })
}

test('every sled has bars for threads and memory, in one unit', { tag: '@core' }, async ({ page }) => {
  await visit(page, '/system/inventory/sleds')
  const rows = page.getByRole('table', { name: 'Sleds' }).getByRole('row')
  const first = rows.filter({ hasText: 'SIM0001' })
  await expect(first.getByRole('meter', { name: 'Threads of SIM0001' })).toHaveAttribute(
    'aria-valuetext',
    /^\d+ \/ 128$/,
  )
  await expect(first.getByRole('meter', { name: 'Memory of SIM0001' })).toHaveAttribute(
    'aria-valuetext',
    /^[\d.,]+ \/ 1,024 GiB$/,
  )
  // only the header has none
  await expect(rows.filter({ hasNot: page.getByRole('meter', { name: 'Threads' }) })).toHaveCount(1)
  await expect(rows.filter({ hasNot: page.getByRole('meter', { name: 'Memory' }) })).toHaveCount(1)
})

test('the forms of disks and snapshots say what they take from the quota', async ({ page }) => {
  await page.goto('/projects/storefront/disks-new')
  const form = page.getByRole('dialog')
  await expect(form.getByText(/^Uses 10 GiB of [\d,.]+ GiB available\.$/)).toBeVisible()
  await form.getByRole('spinbutton', { name: 'Size' }).fill('25')
  await expect(form.getByText(/^Uses 25 GiB of [\d,.]+ GiB available\.$/)).toBeVisible()
  await page.goto('/projects/storefront/snapshots-new')
  await expect(form.getByText('available')).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option').first().click()
  await expect(form.getByText(/^Uses \d+ GiB of [\d,.]+ GiB available\.$/)).toBeVisible()
})
