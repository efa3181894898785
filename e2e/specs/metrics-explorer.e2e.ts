// The metrics explorer: the catalogue, the editor with suggestions, errors at their position, results, links and history.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { signIn } from '../helpers/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'OxQL query' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

test('from the catalogue to a chart, a table and a link', { tag: '@core' }, async ({ page, openWindow, host }) => {
  await visit(page, '/projects/storefront/metrics?query=')
  await expect(page.getByText('No query yet')).toBeVisible()
  await page.getByLabel('Filter timeseries').fill('vcpu time')
  await expect(page.getByRole('button', { name: /^virtual_/ })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'virtual_machine:vcpu_usage' }).click()
  await expect(editor(page)).toHaveValue(/^get virtual_machine:vcpu_usage/)
  const chart = page.getByRole('slider', { name: 'virtual_machine:vcpu_usage over time' })
  // samples are taken every five seconds, and the host may have just started
  await expect(async () => {
    await page.getByRole('button', { name: 'Run query' }).click()
    await expect(chart).toHaveAttribute('aria-valuetext', /state: run/, { timeout: 5000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'virtual_machine:vcpu_usage' })
  await expect(table.getByRole('columnheader', { name: 'vcpu_id' })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'run', exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  if (host === 'server') {
    const other = await openWindow()
    await other.goto(page.url())
    await expect(other.getByRole('table', { name: 'virtual_machine:vcpu_usage' })).toBeVisible()
    await other.getByRole('button', { name: 'Query history' }).click()
    await expect(other.getByRole('menuitem', { name: /^get virtual_machine:vcpu_usage/ })).toBeVisible()
  }
})

test('results name instances and disks, not their IDs', async ({ page }) => {
  const query = 'get virtual_disk:reads | filter timestamp > @now() - 5m | last 1'
  const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/
  await visit(page, `/projects/storefront/metrics?query=${encodeURIComponent(query)}`)
  const chart = page.getByRole('slider', { name: 'virtual_disk:reads over time' })
  await expect(chart).toHaveAttribute('aria-valuetext', /attached_instance: [a-z-]+\d?, .*disk: /)
  await expect(chart).not.toHaveAttribute('aria-valuetext', UUID)
  await page.getByRole('tab', { name: 'Table' }).click()
  const cells = page.getByRole('table', { name: 'virtual_disk:reads' }).getByRole('row').nth(1)
  await expect(cells).toContainText('storefront')
  await visit(page, `/system/metrics?view=table&query=${encodeURIComponent(query)}`)
  await expect(cells).toContainText(/meridian|recovery|aurora/)
})

test('suggestions by keyboard, and an error at its position', async ({ page, watch }) => {
  watch.expectStatus(400)
  watch.expectMessage(/timeseries_query/)
  await visit(page, '/projects/storefront/metrics?query=')
  await editor(page).focus()
  await page.keyboard.type('get vcpu')
  await expect(suggestions(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(editor(page)).toHaveValue('get virtual_machine:vcpu_usage')
  await page.keyboard.type(' | filter sta')
  await expect(suggestions(page).getByRole('option', { name: /^state / })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' == ')
  await expect(suggestions(page).getByRole('option', { name: '"run"' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await page.keyboard.type('"run" | fist 3')
  await page.keyboard.press('Control+Enter')

  const alert = page.getByRole('alert').filter({ hasText: 'The query failed' })
  await expect(alert).toContainText(/Error at 1:\d+/)
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await alert.getByRole('button', { name: /^Go to line 1, column/ }).click()
  const marked = await editor(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart))
  expect(marked).toBe('fist 3')
  await editor(page).fill('get virtual_machine:vcpu_usage | filter stat == "run" | last 3')
  await page.keyboard.press('Control+Enter')
  const message = alert.getByLabel('Error')
  await expect(message).toContainText(/Invalid identifiers: \["stat"\]/)
  // long messages wrap
  expect(await message.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expect(editor(page)).toHaveCSS('font-feature-settings', '"calt" 0')
  await editor(page).fill('get virtual_machine:vcpu_usage | filter timestamp < @2001-01-01')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('No data', { exact: true })).toBeVisible()
})

test('the fleet sees its sensors, a member of a project only the project', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await visit(page, '/system/metrics?query=')
  await expect(page.getByRole('button', { name: 'hardware_component:temperature' })).toBeVisible()
  await signIn(page, host, 'meridian', 'ada', '/projects')
  const link = page.getByRole('main').getByRole('table').getByRole('link').first()
  await link.click()
  await page.getByRole('link', { name: 'Metrics' }).first().click()
  await page.getByRole('link', { name: 'Edit query' }).click()
  await expect(page.getByRole('button', { name: 'virtual_disk:reads' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'hardware_component:temperature' })).toHaveCount(0)
})
