// The visual rules that code can check: menus, tooltips, badges, links, phones, paper, skeletons.
import type { Locator, Route } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { examples } from '../helpers/places.ts'
import { makeProject, openMenu, row } from '../helpers/table.ts'
import { smallTargets } from '../helpers/touch.ts'

const styleOf = (element: Locator, name: string) =>
  element.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name)

test('menus, tooltips, links and cards', { tag: '@core' }, async ({ page }) => {
  await visit(page, '/projects/storefront/instances')
  await openMenu(page, 'web-1')
  const items = page.getByRole('menuitem')
  await expect(items.last()).toHaveText('Delete')
  expect(await items.locator('svg').count()).toBe(await items.count())
  await expect(page.getByRole('separator')).toHaveCount(2)
  // an unavailable action is gray
  const color = (name: string) => styleOf(page.getByRole('menuitem', { name, exact: true }), 'color')
  expect(await color('Stop')).toBe(await color('Reboot'))
  expect(await color('Stop')).toBe(await color('Copy ID'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export these rows as CSV' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Export these rows as CSV')
  expect(await styleOf(row(page, 'web-1').getByRole('link'), 'text-decoration-line')).toBe('underline')

  await visit(page, '/projects/storefront/instances/web-1/networking')
  const card = page.getByRole('region', { name: 'External IPs' })
  const [outer, inner] = [await card.boundingBox(), await card.getByRole('table').boundingBox()]
  expect(inner!.width).toBeGreaterThanOrEqual(outer!.width - 4)
})

/** Where its text begins. */
const textX = (part: Locator) =>
  part.evaluate((node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    return Math.round(text.getBoundingClientRect().x)
  })

test('titles line up with tables, names with numbers are in order, and only delete is red', async ({ page }) => {
  await visit(page, '/projects/storefront/instances/web-1/storage')
  const card = page.getByRole('region', { name: 'Boot disk' })
  expect(await textX(card.getByRole('columnheader').first())).toBe(await textX(card.getByRole('heading')))

  await visit(page, '/projects/build-farm/instances')
  const names = await page.getByRole('link', { name: /^builder-\d+$/ }).allTextContents()
  const numbers = names.map((name) => Number(name.slice('builder-'.length)))
  expect(numbers).toContain(10)
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))

  await visit(page, '/projects/storefront/instances/web-1/storage')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const stop = await styleOf(page.getByRole('dialog').getByRole('button', { name: /^Stop/ }), 'background-color')
  await visit(page, '/projects')
  expect(stop).toBe(await styleOf(page.getByRole('link', { name: 'New project' }), 'background-color'))
})

test('on a phone, the audit log shows what was done to what, and the table of silos scrolls by keyboard', async ({
  page,
  unique,
}) => {
  const name = unique('seen')
  await makeProject(page, name)
  await page.setViewportSize(PHONE)
  await visit(page, '/system/audit')
  const entry = page.getByRole('row').filter({ hasText: name })
  for (const part of [entry.getByText('project_create'), entry.getByText(name), entry.locator('time')])
    await expect(part).toBeInViewport({ ratio: 1 })

  await visit(page, '/system/utilization')
  const table = page.getByRole('table', { name: 'Silos' })
  const box = table.locator('..')
  await expect(box).toHaveAttribute('tabindex', '0')
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0)
})

test('the last rows can be scrolled above a toast', async ({ page, unique }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  const name = unique('a-toasted')
  await page.goto('/projects-new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  const toast = page.locator('[data-part=toast]')
  await expect(toast).toBeVisible()
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(row(page, name)).toBeVisible()
  await page.locator('[data-part=toast]').hover()
  const last = page.getByText('rows per page')
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  const [below, above] = [await toast.boundingBox(), await last.boundingBox()]
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
})

test('kinds and roles are neutral', async ({ page }) => {
  const backgroundOf = (text: string) =>
    styleOf(page.getByRole('table').getByText(text).first().locator('..'), 'background-color')
  await visit(page, '/projects/storefront/access')
  expect(await backgroundOf('silo.admin')).toBe(await backgroundOf('User'))
  expect(await backgroundOf('silo.viewer')).toBe(await backgroundOf('User'))
})

test('phones and paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  await visit(page, '/projects')
  expect(await styleOf(page.getByRole('searchbox'), 'font-size')).toBe('16px')
  const box = page.getByRole('checkbox', { name: 'Select all rows' })
  expect(await box.evaluate((node) => parseFloat(getComputedStyle(node, '::before').width))).toBeGreaterThanOrEqual(24)
  await visit(page, '/system/networking/fabric/bfd')
  await expect(page.getByRole('tab', { name: 'BFD' })).toBeInViewport({ ratio: 0.9 })
  const html = page.locator('html')
  const onScreen = await styleOf(html, 'background-color')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await styleOf(html, 'background-color')).not.toBe(onScreen)
  expect(await styleOf(html, 'color-scheme')).toBe('light')
})

test('every item of the menus of protection has an icon', async ({ page }) => {
  for (const path of ['/projects/storefront/protection', '/projects/storefront/instances/catalog-db/recovery']) {
    await visit(page, path)
    await page.getByRole('button', { name: 'Row actions' }).first().click()
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    expect(await items.locator('svg').count()).toBe(await items.count())
  }
})

test('on a phone, a long name is whole, and leaves the state of its row in view', async ({ page, context, unique }) => {
  const project = unique('narrow')
  await makeProject(page, project)
  const name = 'a'.repeat(63)
  const disk_source = { type: 'blank', block_size: 512 }
  await call(context, 'POST', `/v1/disks?project=${project}`, { name, description: '', size: 2 ** 30, disk_source })
  await page.setViewportSize(PHONE)
  await visit(page, `/projects/${project}/disks`)
  const title = row(page, name).getByText(name)
  expect(await title.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false)
  await expect(row(page, name).getByText('detached')).toBeInViewport({ ratio: 1 })
  await expect(row(page, name).getByRole('button', { name: 'Row actions' })).toBeInViewport({ ratio: 1 })
})

test('forced colors still show what is checked and selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/projects/storefront/instances-new')
  const check = page.getByLabel('Start instance')
  await expect(check).toBeChecked()
  expect(await styleOf(check, 'appearance')).toBe('auto')
  const [selected, other] = ['General purpose', 'High CPU'].map((name) => page.getByRole('tab', { name }))
  const [on, off] = [await styleOf(selected!, 'border-bottom-color'), await styleOf(other!, 'border-bottom-color')]
  expect(on).not.toBe(off)
  await visit(page, '/projects/storefront/instances')
  const dot = page
    .getByRole('row')
    .getByText('running', { exact: true })
    .first()
    .locator('..')
    .locator('[data-part=lamp]')
  expect(await styleOf(dot, 'forced-color-adjust')).toBe('none')
  // legends
  for (const [path, legend] of [
    ['/system/inventory/sleds', 'not provisionable'],
    ['/projects/storefront/network', /^\d+ running$/],
  ] as const) {
    await visit(page, path)
    const swatch = page.getByRole('listitem').filter({ hasText: legend }).locator('[data-part=swatch]').first()
    expect(await styleOf(swatch, 'forced-color-adjust')).toBe('none')
    expect(await styleOf(swatch, 'background-color')).not.toBe('rgba(0, 0, 0, 0)')
  }
})

test('fingers: targets have 24 px or room around them', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const found: Record<string, string[]> = {}
  for (const place of [
    'projects',
    'silos',
    'sleds',
    'switchPorts',
    'systemUtilization',
    'auditLog',
    'instanceOverview',
    'instanceStorage',
    'instanceMetricsCpu',
    'instancesNew',
    'network',
    'projectMetrics',
    'firewallRules',
  ] as const) {
    await visit(page, examples[place])
    const small = await smallTargets(page)
    if (small.length > 0) found[place] = small
  }
  expect(found).toEqual({})
})

const topOf = async (element: Locator) => Math.round((await element.boundingBox())!.y)

test('the page arrives where its skeleton was', { tag: '@server' }, async ({ page }) => {
  const tops: Record<string, [skeleton: number, page: number]> = {}
  for (const path of [
    '/projects',
    '/projects/storefront/instances',
    '/projects/storefront/disks',
    '/projects/storefront/vpcs/default/subnets',
    '/projects/storefront/snapshots',
    '/system/silos',
    '/system/inventory/sleds',
    '/system/networking/ip-pools/public',
    '/system/networking/fabric/address-lots',
  ]) {
    const held: Route[] = []
    let isHeld = true
    const hold = async (route: Route) => void (isHeld ? held.push(route) : await route.continue())
    await page.route(/\/(v1|rackwright)\//, hold)
    await page.goto(path, { waitUntil: 'commit' })
    const skeleton = await topOf(page.locator('[data-shape] > :last-child'))
    isHeld = false
    await Promise.all(held.map((route) => route.continue()))
    const table = page.getByRole('main').getByRole('table').first()
    await expect(table).toBeVisible()
    tops[path] = [skeleton, await topOf(table)]
    await page.unroute(/\/(v1|rackwright)\//, hold)
  }
  const moved = Object.entries(tops).filter(([, [skeleton, arrived]]) => Math.abs(skeleton - arrived) > 4)
  expect(moved).toEqual([])
})
