// Racks, sleds, disks and switches, as fleet admin, as fleet viewer and from outside the fleet; the rack by keyboard.
import type { Locator, Page, Route } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, overflow, row, select, selected } from '../helpers/table.ts'

const SLEDS = '/system/inventory/sleds'
const rack = (page: Page) => page.getByRole('group', { name: /^Rack .*elevation$/ })
const boxOf = (part: Locator) => part.boundingBox()
const sled = (page: Page, serial: string) => rack(page).getByRole('link', { name: new RegExp(`^Sled ${serial},`) })

test('the rack, by pointer and by keyboard', async ({ page }) => {
  await page.goto('/system/inventory')
  await expect(page).toHaveURL(SLEDS)
  await expect(page).toHaveTitle('Sleds / Inventory / Rackwright')
  // one of the demo world's 32 sleds is non-provisionable
  await expect(rack(page).getByRole('link', { name: /^Sled SIM\d+, provisionable/ })).toHaveCount(31)
  await expect(rack(page).getByRole('link', { name: /^Switch / })).toHaveCount(2)
  await expect(page.getByRole('row', { name: 'SIM0001' })).toContainText(/[1-9]\d* \/ 128.* \/ 1,024 GiB/)
  // what a gray edge means
  await expect(page.getByText('not used yet, or expunged', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // as wide as its card, but for the capacity beside it
  const [drawing, memory] = await Promise.all(
    [rack(page), page.getByRole('meter', { name: 'Memory', exact: true })].map(boxOf),
  )
  expect(drawing!.width).toBeGreaterThan(600)
  expect(memory!.x).toBeGreaterThan(drawing!.x + drawing!.width)

  const busy = rack(page)
    .getByRole('link', { name: /[1-9]\d* instances?, threads/ })
    .first()
  await busy.hover()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^(recovery|meridian|aurora) \/ / })
      .first(),
  ).toBeVisible()
  await select(page, 'Highlight', /^recovery \/ storefront$/)
  await expect(page).toHaveURL(`${SLEDS}?highlight=recovery%2Fstorefront`)
  await expect(
    rack(page)
      .getByRole('link', { name: /[1-9]\d* instances? of recovery\/storefront$/ })
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(selected(page, 'Highlight')).toHaveText('recovery / storefront')

  // one tab stop, then arrow keys
  const first = rack(page).locator('a[tabindex="0"]')
  await expect(first).toHaveCount(1)
  await first.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('data-slot', '1-1')
  for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(/^Switch /)
  await page.keyboard.press('ArrowUp')
  const name = await focused.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: name!.split(',')[0]! })).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.goto(SLEDS)
  await expect(rack(page)).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})

test('a sled: its instances, its disks, and closing it to new instances', { tag: '@core' }, async ({ page }) => {
  await page.goto(SLEDS)
  await rack(page)
    .getByRole('link', { name: /[1-9]\d* instances?, threads/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/instances$/)
  const heading = page.getByRole('heading', { level: 1, name: /^Sled / })
  const name = (await heading.textContent())!.replace('Sled ', '')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(`Sleds/${name}/Instances`)
  await expect(page).toHaveTitle(`Instances / ${name} / Sleds / Inventory / Rackwright`)
  await expect(page.getByRole('table', { name: 'Instances' }).getByRole('row').nth(1)).toContainText(
    /(recovery|meridian|aurora) \/ .*running/,
  )
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Disks' }).click()
  await expect(page.getByRole('table', { name: 'Disks' })).toContainText('U.2')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Stop provisioning' }).click()
  await expect(page.getByRole('dialog')).toContainText('Running instances stay until they are stopped')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop provisioning' }).click()
  // it offers to move what runs there
  const drain = page.getByRole('dialog', { name: `Drain sled ${name}` })
  await drain.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('not provisionable')).toBeVisible()
  await page.getByRole('link', { name: 'Sleds' }).click()
  await expect(sled(page, name)).toHaveAccessibleName(/not provisionable/)
  await choose(page, name, 'Resume provisioning')
  await page.getByRole('dialog').getByRole('button', { name: 'Resume provisioning' }).click()
  await expect(sled(page, name)).toHaveAccessibleName(/, provisionable/)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test('disks and switches of all sleds', async ({ page }) => {
  await page.goto(SLEDS)
  await page.getByRole('tab', { name: 'Disks' }).click()
  const disks = page.getByRole('table', { name: 'Disks' })
  await expect(disks.getByRole('row')).toHaveCount(26)
  await expect(disks.getByRole('row').nth(1)).toBeInViewport()
  await expect(disks.getByRole('columnheader', { name: 'ID', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'next', exact: true }).click()
  await expect(page.getByRole('button', { name: 'prev', exact: true })).toBeEnabled()
  await page.getByRole('tab', { name: 'Switches' }).click()
  await expect(row(page, 'SIMSW0002')).toBeVisible()
  await expectAccessible(page)
})

test('an expunged sled has no provision policy', { tag: '@server' }, async ({ page }) => {
  await page.route('**/v1/system/hardware/sleds?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { items: { baseboard: { serial: string }; policy: object }[] }
    for (const one of answer.items) if (one.baseboard.serial === 'SIM0001') one.policy = { kind: 'expunged' }
    await route.fulfill({ response, json: answer })
  })
  await page.goto(SLEDS)
  await expect(row(page, 'SIM0001').getByRole('cell').nth(3)).toHaveText('expunged')
  await expect(row(page, 'SIM0001').getByRole('cell').nth(4)).toContainText('—')
})

test('a waiting sled joins the rack', async ({ page }) => {
  await page.goto(SLEDS)
  const waiting = rack(page).getByRole('link', { name: /waiting to be added$/ })
  const serial = (await waiting.first().getAttribute('aria-label'))!.replace(/^Sled (\w+),.*/, '$1')
  await page.getByRole('button', { name: `Add to rack: ${serial}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add sled' }).click()
  await expect(page.getByText(`Adding ${serial} to the rack`)).toBeVisible()
  await expect(sled(page, serial)).toHaveAccessibleName(/, provisionable/)
})

test('a fleet viewer reads everything and sees why not', async ({ page, context, host, unique }) => {
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, SLEDS)
  await sled(page, 'SIM0001').click()
  await page.getByRole('button', { name: 'Stop provisioning' }).hover()
  await expect(page.getByText('You need the fleet admin role. Yours is viewer.')).toBeVisible()
})

const refuse = (route: Route) => route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } })

test('a missing sled, and hardware that cannot be read', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404, 500)
  await page.goto(`${SLEDS}/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.route('**/hardware/switches?*', refuse)
  await page.goto(SLEDS)
  // only the drawing needs the switches
  await expect(page.getByText('Could not be read')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sleds' }).getByRole('link').first()).toBeVisible()
  await page.route('**/rackwright/sled-loads?*', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  const simulated = page.getByRole('row', { name: 'SIM0001' })
  await expect(simulated).toContainText('none')
  await expect(simulated.getByText('1,024 GiB', { exact: true })).toBeVisible()
  await page.route('**/hardware/sleds?*', refuse)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})

test('an empty rack', { tag: '@server' }, async ({ page, context }) => {
  const { items } = (await call(context, 'GET', '/v1/system/hardware/racks')) as { items: unknown[] }
  expect(items).toHaveLength(1)
  await page.route(/\/hardware\/sleds|sled-loads|\/hardware\/switches/, (route) =>
    route.fulfill({ json: { items: [] } }),
  )
  await page.goto(SLEDS)
  await expect(page.getByText('No sleds found')).toBeVisible()
  await expect(rack(page).getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
})

test('a sled that does not answer is marked in the list and on its page', { tag: '@server' }, async ({ page }) => {
  const problem = 'The host cannot be reached.'
  await page.route('**/rackwright/sled-loads?*', async (route) => {
    const response = await route.fetch()
    const loads = (await response.json()) as { items: { unreachable: unknown }[] }
    for (const load of loads.items) load.unreachable = { since: '2026-11-16T10:00:00.000Z', problem }
    await route.fulfill({ response, json: loads })
  })
  await page.goto(SLEDS)
  const first = page.getByRole('row', { name: 'SIM0001' })
  await expect(first).toContainText('unreachable')
  await first.getByRole('link', { name: 'SIM0001' }).click()
  await expect(page.getByRole('heading', { name: 'Sled SIM0001' })).toBeVisible()
  await expect(page.getByText('This sled does not answer')).toBeVisible()
  await expect(page.getByText(problem)).toBeVisible()
  await expectAccessible(page)
})
