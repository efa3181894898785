// Addresses, BGP and BFD of the fabric as fleet admin, and the fabric as fleet viewer.
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { FABRIC, freeNet, LOTS } from '../helpers/fabric.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, openMenu, overflow, row, select, selected } from '../helpers/table.ts'

test('address lots and loopback addresses, from creation to deletion @core', async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const lot = unique('lot')
  const net = freeNet()
  await page.goto(FABRIC)
  await page.getByRole('tab', { name: 'Address lots' }).click()
  await expect(page.getByRole('heading', { name: 'Address lots' })).toBeVisible()
  await page.keyboard.press('c')
  await page.getByLabel('Name').fill(lot)
  await page.getByRole('textbox', { name: 'Blocks' }).fill(`${net}.1-${net}.9\nnowhere`)
  const create = page.getByRole('button', { name: 'Create address lot' })
  await create.click()
  await expect(page.getByText('nowhere: Not a valid IP address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Blocks' }).fill(`${net}.1-${net}.9`)
  await create.click()
  await expect(page).toHaveTitle(`${lot} / Address lots / Fabric / Rackwright`)
  await expect(row(page, `${net}.1`)).toContainText(`${net}.9`)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Add blocks' }).click()
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add blocks' })
  await page.getByRole('textbox', { name: 'Blocks' }).fill(`${net}.5`)
  await add.click()
  await expect(page.getByRole('dialog').getByText(/overlaps with the existing block/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Blocks' }).fill(`${net}.64/28`)
  await add.click()
  await expect(row(page, `${net}.64`)).toContainText('16')

  await page.goto(`${FABRIC}/loopback-addresses-new`)
  await select(page, 'Address lot', lot)
  await page.getByLabel('Address', { exact: true }).fill(`${net}.200/32`)
  const createLoopback = page.getByRole('button', { name: 'Create loopback address' })
  await createLoopback.click()
  await expect(page.getByText('Address not in lot').first()).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill(`${net}.1/32`)
  await select(page, 'Switch', 'switch1')
  await createLoopback.click()
  await expect(row(page, `${net}.1/32`)).toContainText(`switch1${lot}`)
  await expectAccessible(page)

  // in use, so it cannot be deleted
  await page.goto(`${FABRIC}/address-lots/${lot}`)
  const deleteLot = async () => {
    await page.getByRole('button', { name: 'Address lot actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete address lot' }).click()
  }
  await deleteLot()
  await expect(page.getByText('Lot is in use').first()).toBeVisible()
  await page.goto(`${FABRIC}/loopback-addresses`)
  await choose(page, `${net}.1/32`, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete loopback address' }).click()
  await expect(row(page, `${net}.1/32`)).toHaveCount(0)
  await page.goto(`${FABRIC}/address-lots/${lot}`)
  await deleteLot()
  await expect(page).toHaveURL(`${FABRIC}/address-lots`)
  await expect(row(page, lot)).toHaveCount(0)
})

test('an announce set, its BGP configuration and a BFD session', async ({ page, context, unique, watch }) => {
  watch.expectStatus(409)
  const [lot, set, config] = [unique('lot'), unique('set'), unique('config')]
  const net = freeNet()
  const blocks = [{ first_address: `${net}.0`, last_address: `${net}.255` }]
  await call(context, 'POST', LOTS, { name: lot, description: '', kind: 'pool', blocks })

  await page.goto(`${FABRIC}/announce-sets-new`)
  await page.getByLabel('Name').fill(set)
  await page.getByRole('textbox', { name: 'Networks' }).fill('192.0.2.0/24')
  const create = page.getByRole('button', { name: 'Create announce set' })
  await create.click()
  await expect(page.getByText('192.0.2.0/24: No address lot has a block that contains this network')).toBeVisible()
  await page.getByRole('textbox', { name: 'Networks' }).fill(`${net}.0/25`)
  await create.click()
  await expect(row(page, `${net}.0/25`)).toContainText(lot)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Networks' })).toHaveValue(`${net}.0/25`)
  await page.getByRole('textbox', { name: 'Networks' }).fill('')
  await page.getByRole('button', { name: 'Update announce set' }).click()
  await expect(page.getByText('No networks')).toBeVisible()

  // creating a set of the same name would replace it
  await page.goto(`${FABRIC}/announce-sets-new`)
  await page.getByLabel('Name').fill(set)
  await create.click()
  await expect(page.getByText('Name already exists')).toBeVisible()

  await page.goto(`${FABRIC}/bgp-new`)
  await page.getByLabel('Name').fill(config)
  const asn = String(4_200_000_000 + Math.floor(Math.random() * 90_000_000))
  await page.getByLabel('AS number').fill(asn)
  await select(page, 'Announce set', set)
  await page.getByRole('button', { name: 'Create BGP configuration' }).click()
  await expect(page).toHaveTitle(`${config} / BGP / Fabric / Rackwright`)
  await expect(page.getByText('No BGP sessions')).toBeVisible()
  for (const [tab, empty] of [
    ['Imported routes', 'No imported routes'],
    ['Exported routes', 'No exported routes'],
    ['Messages', 'No messages'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(empty)).toBeVisible()
  }
  await page.goto(`${FABRIC}/announce-sets`)
  const deleteSet = async () => {
    await choose(page, set, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete announce set' }).click()
  }
  await deleteSet()
  await expect(page.getByText('Announce set in use').first()).toBeVisible()
  await page.goto(`${FABRIC}/bgp`)
  await choose(page, config, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete BGP configuration' }).click()
  await expect(row(page, config)).toHaveCount(0)
  await page.goto(`${FABRIC}/announce-sets`)
  await deleteSet()
  await expect(row(page, set)).toHaveCount(0)

  await page.goto(`${FABRIC}/bfd-new`)
  await page.getByLabel('Peer').fill(`${net}.77`)
  await page.getByLabel('Local address').fill('nowhere')
  const enable = page.getByRole('dialog').getByRole('button', { name: 'Enable BFD' })
  await enable.click()
  await expect(page.getByText('Not a valid IP address')).toBeVisible()
  await page.getByLabel('Local address').fill('')
  await enable.click()
  await expect(row(page, `${net}.77`)).toContainText('3 × 300 ms')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Enable BFD' }).click()
  await expect(selected(page, 'Switch')).toHaveText('switch0')
  await page.getByLabel('Peer').fill(`${net}.77`)
  await enable.click()
  await expect(page.getByText('This session already exists. To change it, disable it first.')).toBeVisible()
  await page.goto(`${FABRIC}/bfd`)
  await choose(page, `${net}.77`, 'Disable')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable session' }).click()
  await expect(row(page, `${net}.77`)).toHaveCount(0)
})

test('a fleet viewer reads everything and sees why not', async ({ page, context, host, unique }) => {
  const [viewer, lot] = [unique('watcher'), unique('lot')]
  await makeFleetViewer(context, viewer)
  await call(context, 'POST', LOTS, { name: lot, description: '', kind: 'infra', blocks: [] })
  await signIn(page, host, 'recovery', viewer, `${FABRIC}/address-lots`)
  await page.getByRole('button', { name: 'New address lot' }).hover()
  await expect(page.getByText('You need the fleet collaborator role. Yours is viewer.')).toBeVisible()
  await openMenu(page, lot)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  const why = 'You need the fleet admin role. Yours is viewer.'
  await page.goto(`${FABRIC}/bfd-new`)
  await page.getByRole('dialog').getByRole('button', { name: 'Enable BFD' }).hover()
  await expect(page.getByText(why)).toBeVisible()
  for (const [tab, button] of [
    ['BGP', 'New BGP configuration'],
    ['Announce sets', 'New announce set'],
    ['Loopback addresses', 'New loopback address'],
    ['Port settings', 'New port settings'],
  ] as const) {
    await page.goto(`${FABRIC}/${tab.toLowerCase().replace(' ', '-')}`)
    await page.getByRole('button', { name: button }).first().hover()
    await expect(page.getByText(why)).toBeVisible()
  }
})

test('missing resources', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404)
  for (const missing of [
    'address-lots/none',
    'announce-sets/none',
    'bgp/none',
    'port-settings/none',
    'ports/00000000-0000-4000-8000-000000000000/switch0/qsfp0',
    'ports/no-rack/switch0/qsfp0',
  ]) {
    await page.goto(`${FABRIC}/${missing}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await page.setViewportSize(PHONE)
  await page.goto(`${FABRIC}/address-lots`)
  expect(await overflow(page)).toBe(0)
})
