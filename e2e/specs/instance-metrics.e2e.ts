// An instance's metrics: CPU states, disks, interfaces, time ranges, the query behind a chart, and what is shown without data.
import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { select, selected } from '../helpers/table.ts'

const metrics = '/projects/storefront/instances/web-1/metrics'
const DAY_MS = 24 * 60 * 60 * 1000

/** The time in the value of a chart. */
const momentOf = (text: string) => text.split(': Reads')[0]!
const chart = (page: Page, name: string) => page.getByRole('slider', { name: `${name} over time` })
const menu = (page: Page, name: string) => page.getByRole('button', { name: `Chart actions: ${name}` })
const isQuery =
  (...parts: string[]) =>
  (request: Request) =>
    request.url().includes('/v1/timeseries/query') &&
    parts.every((part) => (request.postDataJSON() as { query: string }).query.includes(part))

interface Answer {
  tables: {
    timeseries: Record<string, { points: { timestamps: string[]; values: { values: { values: number[] } }[] } }>
  }[]
}

test('CPU states in percent of the vCPUs, and the query behind them @core', { tag: '@server' }, async ({ page }) => {
  await visit(page, metrics)
  await expect(page).toHaveURL(/\/metrics\/cpu$/)
  await expect(page.getByRole('tab', { name: 'Metrics' })).toHaveAttribute('aria-selected', 'true')
  const running = chart(page, 'CPU utilization: running')
  await expect(running).toHaveAttribute('aria-valuetext', /Running [\d.]+ %$/)
  await select(page, 'Refresh interval', 'Off')

  const asked = page.waitForRequest(isQuery('virtual_machine:vcpu_usage', 'state == "run"', 'group_by [vcpu_id], sum'))
  await select(page, 'Choose a time range preset', 'Last 3 hours')
  const answer = (await (await (await asked).response())!.json()) as Answer
  const vcpus = Object.values(answer.tables[0]!.timeseries)
  const last = vcpus.map(({ points }) => points.values[0]!.values.values.at(-1)!)
  const percent = (last.reduce((sum, value) => sum + value) * 100) / (5e9 * vcpus.length)
  expect(vcpus.length).toBe(2)
  const shown = percent.toLocaleString('en-US', { maximumSignificantDigits: 3 })
  await expect(running).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Running ${shown.replace('.', String.raw`\.`)} %$`),
  )

  await menu(page, 'CPU utilization: running').click()
  await page.getByRole('menuitem', { name: 'View OxQL query' }).click()
  const dialog = page.getByRole('dialog', { name: 'OxQL query' })
  await expect(dialog.getByLabel('OxQL query')).toContainText('state == "run"')
  await expectAccessible(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy query' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    ((await asked).postDataJSON() as { query: string }).query,
  )
  await page.keyboard.press('Escape')
  await expect(menu(page, 'CPU utilization: running')).toBeFocused()

  await select(page, 'CPU state', 'State: All states')
  await expect(page.getByRole('slider')).toHaveCount(5)
  const all = chart(page, 'CPU utilization: all states')
  await expect(all).toHaveAttribute('aria-valuetext', /Running .*Emulation .*Waiting .*Idle [\d.]+ %$/)
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(/^Running.*Emulation.*Waiting.*Idle/)
  await expectAccessible(page)
})

test('one disk, another range, keyboard and downloads', { tag: '@server' }, async ({ page }) => {
  await visit(page, `${metrics}/disk`)
  const reads = chart(page, 'Disk reads')
  await expect(reads).toHaveAttribute('aria-valuetext', /Reads [\d.,]+ IOPS$/)
  await expect(page.getByRole('slider')).toHaveCount(5)

  const ofDisk = page.waitForRequest(isQuery('virtual_disk:flushes', 'disk_id == '))
  await select(page, 'Disk', /web-1/)
  expect((await ofDisk).postData()).not.toContain('group_by')
  const ofMonth = page.waitForRequest(isQuery('virtual_disk:reads', 'mean_within(43200s)'))
  await select(page, 'Choose a time range preset', 'Last 30 days')
  await (await ofMonth).response()
  await expect(page.getByRole('button', { name: 'Choose a date range' })).toBeVisible()
  await select(page, 'Choose a time range preset', 'Custom')
  await expect(selected(page, 'Refresh interval')).toHaveText('Off')

  await reads.focus()
  let first = ''
  // the samples of the last hour stay until those of the month arrive
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(reads).toHaveAttribute('aria-valuenow', '0')
    first = (await reads.getAttribute('aria-valuetext')) ?? ''
    expect(Date.now() - Date.parse(momentOf(first))).toBeGreaterThan(20 * DAY_MS)
  }).toPass()
  // the cursor is shared: the neighboring chart shows the same time
  const moment = momentOf(first)
  await expect(chart(page, 'Disk writes')).toHaveAttribute('aria-valuetext', new RegExp(`^${moment}: Writes`))
  await page.keyboard.press('Escape')

  await menu(page, 'Disk reads').click()
  const csvFile = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  const rows = (await readFile(await (await csvFile).path(), 'utf8')).trim().split('\r\n')
  expect(rows[0]).toBe('time,Reads (IOPS)')
  const value = Number(rows[1]!.split(',')[1]).toLocaleString('en-US', { maximumSignificantDigits: 3 })
  expect(first).toContain(`Reads ${value} IOPS`)
  await menu(page, 'Disk reads').click()
  const picture = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download PNG' }).click()
  const png = await readFile(await (await picture).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect((await picture).suggestedFilename()).toBe('disk-reads-iops.png')
})

test('interfaces, and the tabs by keyboard', { tag: '@server' }, async ({ page }) => {
  await visit(page, `${metrics}/disk`)
  await page.getByRole('tab', { name: 'Disk' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/metrics\/network$/)
  await expect(chart(page, 'Bytes sent')).toHaveAttribute('aria-valuetext', /Sent [\d.,]+ MiB\/s$/)
  const ofOne = page.waitForRequest(isQuery('instance_network_interface:packets_dropped', 'interface_id == '))
  await page.getByLabel('Network interface').selectOption({ index: 1 })
  await (await ofOne).response()
  await expect(page.getByRole('slider')).toHaveCount(5)
})

test('a failed query shows its error, an empty group shows no data', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(400)
  watch.expectMessage(/timeseries_query/)
  let message = 'Timeseries not found for: virtual_machine:vcpu_usage'
  await page.route('**/v1/timeseries/query?*', (route) =>
    route.fulfill({ status: 400, json: { error_code: 'InvalidRequest', message, request_id: 'r-1' } }),
  )
  await visit(page, metrics)
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(alert).toContainText(message)
  await expect(alert).toContainText('Request r-1')
  await expectAccessible(page)
  await alert.getByRole('button', { name: 'View OxQL query' }).click()
  await expect(page.getByRole('dialog', { name: 'OxQL query' })).toContainText('virtual_machine:vcpu_usage')
  await page.keyboard.press('Escape')

  message = 'Input tables to a `group_by` must be aligned'
  await select(page, 'Choose a time range preset', 'Last 3 hours')
  await expect(page.getByText('No data', { exact: true })).toBeVisible()
  await expect(alert).toBeHidden()
})

test('a machine that never ran, without disks and interfaces', { tag: '@server' }, async ({ page, unique }) => {
  const name = unique('bare')
  await call(page.context(), 'POST', '/v1/instances?project=staging', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  })
  await visit(page, `/projects/staging/instances/${name}/metrics`)
  await expect(page.getByText('No data', { exact: true })).toBeVisible()
  await menu(page, 'CPU utilization: running').click()
  await expect(page.getByRole('menuitem', { name: 'Download CSV' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Disk' }).click()
  await expect(page.getByText('No disk metrics')).toBeVisible()
  await page.getByRole('tab', { name: 'Network', exact: true }).click()
  await expect(page.getByText('No network metrics')).toBeVisible()
  await expect(page.getByText('This instance has no network interfaces.')).toBeVisible()
  // as with real machines without OVN
  await page.route('**/rackwright/platform', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), enforces_networks: false } })
  })
  await page.reload()
  await expect(page.getByText('Without OVN, each interface has a network of its own')).toBeVisible()
})
