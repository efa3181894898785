// The fabric as fleet admin, as fleet viewer and from outside the fleet.
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { call } from './api.ts'
import { makeFleetViewer } from './fleet.ts'
import { expect, PHONE, test } from './harness.ts'
import { signIn } from './people.ts'
import { choose, openMenu, overflow, row, select, selected } from './table.ts'

const FABRIC = '/system/networking/fabric'
const NETWORKING = '/v1/system/networking'
const LOTS = `${NETWORKING}/address-lot`

/** The first three parts of a network that no other test uses. */
function freeNet(): string {
  const number = Math.floor(Math.random() * 60_000)
  return `10.${number >> 8}.${number & 255}`
}

test('address lots and loopback addresses, from creation to deletion', async ({ page, unique, watch }) => {
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
  await expect(page.getByText('192.0.2.0/24: No block of an address lot holds this network')).toBeVisible()
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
  await expect(page.getByText('This session exists. Disable it first to change it.')).toBeVisible()
  await page.goto(`${FABRIC}/bfd`)
  await choose(page, `${net}.77`, 'Disable')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable session' }).click()
  await expect(row(page, `${net}.77`)).toHaveCount(0)
})

interface Port {
  port_name: string
  rack_id: string
  switch_location: string
  port_settings_id: string | null
}

/** The last port of switch1 without settings. */
async function freePort(context: BrowserContext): Promise<Port> {
  const { items } = (await call(context, 'GET', '/v1/system/hardware/switch-port?limit=1000')) as { items: Port[] }
  return items.findLast((port) => port.switch_location === 'switch1' && !port.port_settings_id)!
}

/** A switch has one AS number, so a configuration already in use there must be reused. */
async function configOnSwitch1(context: BrowserContext, name: string, set: string): Promise<string> {
  const sessions = (await call(context, 'GET', `${NETWORKING}/bgp-status`)) as { local_asn: number; switch: string }[]
  const { items } = (await call(context, 'GET', `${NETWORKING}/bgp`)) as { items: { name: string; asn: number }[] }
  const asn = sessions.find((session) => session.switch === 'switch1')?.local_asn
  const known = items.find((config) => config.asn === asn)
  if (known) return known.name
  const body = { name, description: '', asn: 4_260_000_000, bgp_announce_set_id: set, vrf: null }
  await call(context, 'POST', `${NETWORKING}/bgp`, body)
  return name
}

test('port settings, from the form to an established BGP session', async ({ page, context, unique, watch }) => {
  watch.expectStatus(400)
  const [lot, set, settings] = [unique('lot'), unique('set'), unique('uplink')]
  const net = freeNet()
  const blocks = [{ first_address: `${net}.0`, last_address: `${net}.255` }]
  await call(context, 'POST', LOTS, { name: lot, description: '', kind: 'infra', blocks })
  const announcement = [{ address_lot_block: lot, network: `${net}.128/25` }]
  await call(context, 'PUT', `${NETWORKING}/bgp-announce-set`, { name: set, description: '', announcement })
  const config = await configOnSwitch1(context, unique('config'), set)

  await page.goto(`${FABRIC}/port-settings`)
  await page.getByRole('link', { name: 'New port settings' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(settings)
  await page.getByRole('button', { name: 'Edit link phy0' }).click()
  await select(page, 'Forward error correction', 'Reed-Solomon')
  await page.getByRole('button', { name: 'Update link' }).click()
  await expect(page.getByRole('button', { name: 'Add link' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('Address', { exact: true }).fill('192.0.2.1/30')
  await select(page, 'Address lot', lot)
  await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Add BGP peer' }).click()
  await page.getByLabel('Peer address').fill(`${net}.2`)
  await select(page, 'BGP configuration', config)
  await page.getByLabel('MD5 key').fill('secret words')
  await page.getByRole('dialog').getByRole('button', { name: 'Add BGP peer' }).click()
  await expectAccessible(page)
  const create = page.getByRole('button', { name: 'Create port settings' })
  await create.click()
  await expect(page.getByText('Address not in lot').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit address 192.0.2.1/30' }).click()
  await page.getByLabel('Address', { exact: true }).fill(`${net}.1/30`)
  await page.getByRole('button', { name: 'Update address' }).click()

  // the same settings as JSON, which has more fields
  await page.getByRole('tab', { name: 'JSON' }).click()
  const editor = page.getByLabel('Settings as JSON')
  await expect(editor).toHaveValue(/"md5_auth_key": "secret words"/)
  const json = await editor.inputValue()
  await editor.fill(json.slice(1))
  await create.click()
  await expect(page.getByText(/^Not valid JSON/)).toBeVisible()
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByText('The fields cannot show this JSON')).toBeVisible()
  await editor.fill(
    json.replace(
      '"interfaces": {}',
      '"interfaces": {"guest": {"kind": {"type": "vlan", "vid": 7}, "v6_enabled": true}}',
    ),
  )
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByRole('button', { name: `Edit BGP peer ${net}.2` })).toBeVisible()
  await create.click()
  await expect(page).toHaveTitle(`${settings} / Port settings / Fabric / Rackwright`)
  await expect(page.getByRole('table', { name: 'Interfaces' })).toContainText('guestvlan7')
  await expect(page.getByRole('table', { name: 'BGP peers' })).toContainText(`${net}.2`)
  await expect(page.getByText('No static routes.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByLabel('Settings', { exact: true })).toContainText('"md5_auth_key": "••••••••"')

  const free = await freePort(context)
  const port = free.port_name
  const portPath = `${FABRIC}/ports/${free.rack_id}/switch1/${port}`
  await page.goto(portPath)
  await expect(page.getByText('No links', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Apply settings' }).click()
  await select(page, 'Port settings', settings)
  await page.getByRole('dialog').getByRole('button', { name: 'Apply settings' }).click()
  await expect(page.getByText(`${settings} applied to ${port} on switch1`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('up')
  await expect(page.getByRole('table', { name: 'LLDP neighbors' })).toContainText(`sim-neighbor-${port}`)
  await page.getByRole('button', { name: 'Edit LLDP' }).click()
  await page.getByLabel('System name').fill('rack-one')
  await page.getByLabel('Management IP').fill(`${net}.9`)
  await page.getByRole('button', { name: 'Update LLDP' }).click()
  await expect(page.getByLabel('LLDP of phy0')).toContainText(`${net}.9/32`)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`${FABRIC}/bgp`)
  await expect(row(page, `${net}.2`)).toContainText('established')
  await page.goto(`${FABRIC}/bgp/${config}`)
  await page.getByRole('tab', { name: 'Exported routes' }).click()
  await expect(page.getByRole('table', { name: 'Exported routes' })).toContainText(`${net}.2`)
  await page.getByRole('tab', { name: 'Imported routes' }).click()
  await expect(page.getByRole('row').filter({ hasText: `${net}.2` })).toContainText('0.0.0.0/0')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByLabel('Filter BGP messages').fill(`${net}.2`)
  await expect(page.getByRole('row').filter({ hasText: 'open' }).first()).toContainText('hold time 6')
  await expectAccessible(page)

  await page.goto(`${FABRIC}/port-settings/${settings}/edit`)
  await page.getByRole('button', { name: `remove BGP peer ${net}.2` }).click()
  await page.getByRole('button', { name: 'Update port settings' }).click()
  await expect(page.getByText('No static routes, no BGP peers.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('100 Gbit/srs1500')
  await page.getByRole('button', { name: 'Port settings actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(`This turns off switch1 ${port}.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${FABRIC}/ports`)
  const front = page.getByRole('navigation', { name: 'Ports of switch1' })
  await expect(front.getByRole('link', { name: `${port}: ${settings}, up` })).toBeVisible()
  await front.getByRole('link', { name: /^qsfp0: / }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(front.getByRole('link', { name: /^qsfp17: / })).toBeFocused()
  await page.getByLabel('Filter switch ports').fill(settings)
  await choose(page, port, 'Clear settings')
  await page.getByRole('dialog').getByRole('button', { name: 'Clear settings' }).click()
  await expect(page.getByText(`Nothing matches '${settings}'.`)).toBeVisible()
  await page.goto(`${FABRIC}/port-settings`)
  await choose(page, settings, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete port settings' }).click()
  await expect(row(page, settings)).toHaveCount(0)
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
  await page.getByRole('dialog').getByRole('button', { name: 'Enable BFD' }).focus()
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

test('users outside the fleet get no page', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'alan', `${FABRIC}/bgp`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('missing resources, and lists that fail', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404, 500)
  for (const missing of [
    'address-lots/none',
    'announce-sets/none',
    'bgp/none',
    'port-settings/none',
    'ports/00000000-0000-4000-8000-000000000000/switch0/qsfp0',
  ]) {
    await page.goto(`${FABRIC}/${missing}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await page.route(
    /v1\/system\/(networking\/(bfd-status|bgp-status|loopback-address)|hardware\/switch-port)/,
    (route) => route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  for (const tab of ['bfd', 'bgp', 'loopback-addresses', 'ports', 'port-settings']) {
    await page.goto(`${FABRIC}/${tab}`)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  }
  await page.setViewportSize(PHONE)
  await page.goto(`${FABRIC}/address-lots`)
  expect(await overflow(page)).toBe(0)
})
