// IP pools as fleet admin, as fleet viewer and from outside the fleet.
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, openMenu, overflow, row, select } from '../helpers/table.ts'

const POOLS = '/system/networking/ip-pools'

test('a pool from creation to deletion', { tag: '@core' }, async ({ page, context, unique, watch }) => {
  watch.expectStatus(400)
  const name = unique('edge')
  const silo = unique('tenant')
  const quotas = { cpus: 1, memory: 1, storage: 1 }
  const more = { discoverable: true, identity_mode: 'local_only', quotas, tls_certificates: [] }
  await call(context, 'POST', '/v1/system/silos', { name: silo, description: '', ...more })
  await page.goto(POOLS)
  await expect(row(page, 'public')).toContainText(/\d+ \/ 158/)
  await page.keyboard.press('c')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create IP pool' }).click()
  await expect(page).toHaveTitle(`${name} / IP pools / Rackwright`)
  await expect(page.getByText('No IP ranges')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Add range' }).click()
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add range' })
  await page.getByLabel('First address').fill('fd00::1')
  await page.getByLabel('Last address').fill('nowhere')
  await submit.click()
  await expect(page.getByText('IPv6 ranges are not supported yet')).toBeVisible()
  await expect(page.getByText('Not a valid IP address')).toBeVisible()
  await page.getByLabel('First address').fill('203.0.113.20')
  await page.getByLabel('Last address').fill('203.0.113.10')
  await expect(page.getByText('The last address must not be below the first')).toBeVisible()
  await page.getByLabel('Last address').fill('203.0.113.30')
  await submit.click()
  await expect(page.getByText(/overlaps with an existing range/).first()).toBeVisible()
  const block = Math.floor(Math.random() * 60_000)
  const first = `10.${block >> 8}.${block & 255}.1`
  await page.getByLabel('First address').fill(first)
  await page.getByLabel('Last address').fill(first.replace(/1$/, '8'))
  await submit.click()
  await expect(page.getByText('IP range added')).toBeVisible()
  await expect(row(page, first)).toBeVisible()
  await expect(page.getByRole('meter', { name: 'IPv4 addresses allocated' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 8 IPs',
  )

  await page.getByRole('tab', { name: 'Linked silos' }).click()
  await page.getByRole('button', { name: 'Link silo' }).click()
  await select(page, 'Silo', silo)
  // offered as the first pool of the silo
  const isDefault = page.getByRole('checkbox', { name: 'Default pool of the silo' })
  await expect(isDefault).toBeChecked()
  await isDefault.uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Link silo' }).click()
  await expect(page.getByText(`Silo ${silo} linked to IP pool “${name}”`)).toBeVisible()
  await choose(page, silo, 'Make default')
  await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click()
  await expect(row(page, silo)).toContainText('default')
  await expectAccessible(page)
  await choose(page, silo, 'Clear default')
  await page.getByRole('dialog').getByRole('button', { name: 'Clear default' }).click()
  await expect(page.getByText(`Silo ${silo} has no default IP pool`)).toBeVisible()
  await choose(page, silo, 'Unlink')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('No linked silos')).toBeVisible()
  await page.getByRole('tab', { name: 'Addresses in use' }).click()
  await expect(page.getByText('No addresses in use')).toBeVisible()

  await page.getByRole('button', { name: 'IP pool actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill(`${name}-2`)
  await page.getByRole('button', { name: 'Update IP pool' }).click()
  await expect(page.getByRole('heading', { name: `${name}-2` })).toBeVisible()
  await choose(page, first, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove range' }).click()
  await expect(page.getByText('No IP ranges')).toBeVisible()
  await page.getByRole('button', { name: 'IP pool actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete IP pool' }).click()
  await expect(page).toHaveURL(POOLS)
  await expect(row(page, `${name}-2`)).toHaveCount(0)
})

test('what uses the addresses, and ranges in use', async ({ page, watch }) => {
  watch.expectStatus(400)
  await page.goto(`${POOLS}/public?tab=addresses`)
  const table = page.getByRole('table', { name: 'Addresses in use' })
  await expect(table.getByRole('row', { name: /203\.0\.113\.\d+ .*SNAT/ }).first()).toContainText('recovery')
  await expectAccessible(page)
  await expect(table.getByRole('link', { name: 'web-1' }).first()).toHaveAttribute(
    'href',
    '/projects/storefront/instances/web-1/networking',
  )
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.goto(POOLS)
  await expect(row(page, 'dmz').getByRole('meter', { name: 'Allocated' })).toBeInViewport()
  await expect(row(page, 'public').getByRole('meter').first()).toBeInViewport()
  // without addresses there is nothing to fill
  await expect(row(page, 'reserve').getByRole('meter')).toHaveCount(0)
  await page.goto(`${POOLS}/public`)
  await choose(page, '203.0.113.16', 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove range' }).click()
  await expect(page.getByText(/cannot be deleted while external IP addresses/).first()).toBeVisible()
})

test('ranges of the service pool', async ({ page, watch }) => {
  watch.expectStatus(400)
  await page.goto(POOLS)
  await page.getByRole('link', { name: 'Service pool' }).click()
  await expect(page).toHaveTitle('Service IP pool / IP pools / Rackwright')
  await page.getByRole('link', { name: 'Add range' }).click()
  const form = page.getByRole('dialog', { name: 'Add IP range' })
  const submit = form.getByRole('button', { name: 'Add range' })
  await form.getByLabel('First address').fill('203.0.113.20')
  await form.getByLabel('Last address').fill('203.0.113.30')
  await submit.click()
  await expect(form.getByText(/overlaps with an existing range/).first()).toBeVisible()
  const block = Math.floor(Math.random() * 60_000)
  const first = `11.${block >> 8}.${block & 255}.1`
  await form.getByLabel('First address').fill(first)
  await form.getByLabel('Last address').fill(first.replace(/1$/, '4'))
  await submit.click()
  await expect(page.getByText('IP range added')).toBeVisible()
  await expectAccessible(page)
  await choose(page, first, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove range' }).click()
  await expect(row(page, first)).toHaveCount(0)
})

test('counts of 2^64 and more', { tag: '@server' }, async ({ page }) => {
  // made up: the API does not accept IPv6 ranges yet
  const ipv6 = { allocated: '18446744073709551617', capacity: '79228162514264337593543950336' }
  await page.route('**/ip-pools/partners/utilization', (route) =>
    route.fulfill({ json: { ipv4: { allocated: 3, capacity: 20 }, ipv6 } }),
  )
  await page.goto(POOLS)
  await expect(row(page, 'partners')).toContainText('18.4e18 / 79.2e27')
  await row(page, 'partners').getByText('18.4e18').hover()
  await expect(page.getByText('18,446,744,073,709,551,617')).toBeVisible()
  await page.goto(`${POOLS}/partners`)
  await expect(page.getByRole('meter', { name: 'IPv6 addresses allocated' })).toHaveAttribute(
    'aria-valuetext',
    '18,446,744,073,709,551,617 of 79,228,162,514,264,337,593,543,950,336 IPs',
  )
})

test('a fleet viewer reads everything and sees why not', async ({ page, context, host, unique }) => {
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, POOLS)
  const why = 'You need the fleet admin role. Yours is viewer.'
  await page.getByRole('button', { name: 'New IP pool' }).hover()
  await expect(page.getByText(why)).toBeVisible()
  await openMenu(page, 'public')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.goto(`${POOLS}/public/ranges-add`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add range' }).hover()
  await expect(page.getByText(why)).toBeVisible()
})

test('missing pools, and a list that fails', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404, 500)
  await page.goto(`${POOLS}/none`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  // a pool that was deleted after the list was read leaves the other rows in place
  const gone = { error_code: 'ObjectNotFound', message: 'not found: ip-pool with name "dmz"', request_id: 'x' }
  await page.route('**/v1/system/ip-pools/dmz/utilization', (route) => route.fulfill({ status: 404, json: gone }))
  await page.goto(POOLS)
  await expect(row(page, 'public')).toContainText(/\d+ \/ 158/)
  await expect(row(page, 'dmz')).toContainText('Unavailable')
  await page.route('**/v1/system/ip-pools?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  await page.goto(POOLS)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
