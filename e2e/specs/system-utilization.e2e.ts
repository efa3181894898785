// Utilization of the fleet: quotas, hardware, and levels over time.
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { overflow, row, select, selected } from '../helpers/table.ts'

const PLACE = '/system/utilization'
const GIB = 2 ** 30
const TIB = 2 ** 40
const isMetrics = (request: Request) => /system\/metrics\/.*[?&]silo=/.test(request.url())
const chart = (page: Page, name: string) => page.getByRole('slider', { name: `${name} over time` })

test('quotas, hardware and charts', { tag: '@core' }, async ({ page, host }) => {
  await page.goto(PLACE)
  await expect(page).toHaveTitle('Utilization / Rackwright')
  await expect(page.getByRole('meter', { name: 'CPU provisioned' })).toHaveAttribute(
    'aria-valuetext',
    /^[\d,]+ of [\d,]+ vCPUs$/,
  )
  await expect(row(page, 'default-silo')).toHaveCount(0)
  await expect(page.getByRole('meter', { name: 'CPU of the hardware' })).toHaveAttribute(
    'aria-valuetext',
    /^[\d,]+ of [\d,]+ vCPUs provisioned$/,
  )
  await expect(row(page, 'recovery')).toContainText(/\d+ \/ \d+/)
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Metrics' }).click()
  await expect(selected(page, 'Silo')).toHaveText('All silos')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /Provisioned [1-9][\d.,]* vCPUs$/)
  // the preview sends no requests
  const asked = host === 'server' ? page.waitForRequest(isMetrics) : undefined
  await select(page, 'Silo', 'meridian')
  if (asked) expect((await asked).url()).not.toContain('001de000-1334-4000-8000-000000000000')
  await expect(chart(page, 'CPU')).toHaveAttribute('aria-valuetext', /Provisioned 16 vCPUs$/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await page.goto(PLACE)
  await expect(row(page, 'recovery')).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

test('remaining capacity, a silo near its quota and one without limits', { tag: '@server' }, async ({ page }) => {
  const sled = (id: string, provision_policy: string) => ({
    id,
    rack_id: id,
    baseboard: { part: 'P', serial: id, revision: 0 },
    policy: { kind: 'in_service', provision_policy },
    state: 'active',
    usable_hardware_threads: 100,
    usable_physical_ram: 1000 * GIB,
    time_created: '2026-01-01T00:00:00Z',
    time_modified: '2026-01-01T00:00:00Z',
  })
  const load = (id: string) => ({ id, instances: 1, cpus: 10, usable_cpus: 100, memory: 100 * GIB, projects: [] })
  const silo = {
    silo_id: 'a',
    silo_name: 'acme',
    provisioned: { cpus: 20, memory: 200 * GIB, storage: 8 * TIB },
    allocated: { cpus: 25, memory: 1000 * GIB, storage: 10 * TIB },
  }
  await page.route('**/hardware/sleds?*', (route) =>
    route.fulfill({ json: { items: [sled('a', 'provisionable'), sled('b', 'non_provisionable')] } }),
  )
  await page.route('**/sled-loads?*', (route) => route.fulfill({ json: { items: [load('a'), load('b')] } }))
  await page.route('**/utilization/silos?*', (route) => route.fulfill({ json: { items: [silo] } }))
  await page.goto(PLACE)
  await expect(page.getByRole('meter', { name: 'Memory of the hardware' })).toHaveAttribute('aria-valuenow', '10')
  // 100 x 0.7 - 10 vCPUs and 600 GiB on the provisionable sled alone; 64 TiB x 0.909 - 8 TiB
  await expect(
    page.getByText('2 sleds in service, with room for 60 more vCPUs, 600 GiB of memory and 50.18 TiB of storage.'),
  ).toBeVisible()
  await expect(row(page, 'acme').getByRole('meter', { name: 'CPU used' })).toHaveAttribute(
    'aria-valuetext',
    '80.00% used',
  )
  await expect(row(page, 'acme').getByRole('meter')).toHaveCount(3)

  const most = 2 ** 53 - 1
  const first = { silo_id: 'b', silo_name: 'first', allocated: { cpus: 9_999_999_999, memory: most, storage: most } }
  await page.unroute('**/utilization/silos?*')
  await page.route('**/utilization/silos?*', (route) =>
    route.fulfill({ json: { items: [silo, { ...first, provisioned: silo.provisioned }] } }),
  )
  await page.reload()
  await expect(row(page, 'first').getByText('No limit')).toHaveCount(6)
  await expect(page.getByText('Quota (total)').locator('..').getByText('No limit')).toHaveCount(3)
})

test('CPU overcommit is set by keyboard, and shows wherever capacity is', async ({ page }) => {
  await page.goto(PLACE)
  const hardware = page.getByRole('meter', { name: 'CPU of the hardware' })
  const total = async () =>
    Number(/of ([\d,]+) vCPUs/.exec((await hardware.getAttribute('aria-valuetext'))!)![1]!.replaceAll(',', ''))
  await expect(page.getByText('Each thread is given out as 1 vCPU.')).toBeVisible()
  const before = await total()
  await page.getByRole('button', { name: 'Edit CPU overcommit' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'CPU overcommit' })
  const field = form.getByRole('spinbutton', { name: 'vCPUs per thread' })
  await field.fill('17')
  await field.press('Tab')
  await expect(field).toHaveValue('16')
  await expectAccessible(page)
  await field.fill('4')
  await field.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByText('Each thread is given out as 4 vCPUs.')).toBeVisible()
  await expect.poll(total).toBe(4 * before)
  await page.goto('/system/inventory/sleds')
  await expect(page.getByText(/\d+ \/ \d+ vCPUs/).first()).toBeVisible()
  await page.goto(PLACE)
  await page.getByRole('button', { name: 'Edit CPU overcommit' }).click()
  await field.fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Each thread is given out as 1 vCPU.')).toBeVisible()
})

test('when it cannot be read', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(500)
  await page.route('**/utilization/silos?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  await page.goto(PLACE)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
